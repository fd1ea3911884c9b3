// The child's side: requests answered with a library that this test makes up.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

using machine::Library;

using Symbols = std::map<std::string, void*>;

class TestLibrary final : public Library {
 public:
  explicit TestLibrary(Symbols symbols) : symbols_(std::move(symbols)) {}
  void* symbol(const char* name) override {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : found->second;
  }

 private:
  Symbols symbols_;
};

class TestOpener final : public machine::LibraryOpener {
 public:
  explicit TestOpener(Symbols symbols) : symbols_(std::move(symbols)) {}
  Known<std::unique_ptr<Library>> open(const std::string& path) override {
    opened = path;
    if (path == "/closed.so") return {base::Unknown{base::Why::failed, "/closed.so: file too\nshort"}, path};
    return {std::make_unique<TestLibrary>(symbols_), path};
  }
  std::string opened;

 private:
  Symbols symbols_;
};

template <class Function>
void* address(Function* function) {
  return reinterpret_cast<void*>(function);
}

int fine() {
  return 0;
}
int no_driver() {
  return 9;
}
const char* error_text(int) {
  return "Driver Not Loaded";
}
int fill_all(void*, char* out, unsigned size) {
  std::memset(out, 'x', size);  // without an end
  return 0;
}
int many(unsigned* count) {
  *count = 1000;
  return 0;
}
int one(unsigned* count) {
  *count = 1;
  return 0;
}
int lost(unsigned, void**) {
  return 15;
}
int handle(unsigned, void** device) {
  *device = nullptr;
  return 0;
}
int cuda_but_uninitialized(int* version) {
  *version = 12020;
  return 1;
}
int nothing(int*) {
  return 1;
}
struct OldPci {
  char bus_id[16];
  unsigned domain, bus, device, id, subsystem, reserved[4];
};
int old_pci(void*, void* out) {
  *static_cast<OldPci*>(out) = {"0000:0A:00.4", 0, 10, 0, 0x1B0610DE, 0, {0x41414141, 2, 3, 4}};
  return 0;
}

std::string ask(const Symbols& symbols, const char* request = "nvml /x.so") {
  TestOpener opener(symbols);
  return answer(opener, request);
}

TEST(Answer, APathMayHoldBlanks) {
  TestOpener opener({});
  answer(opener, "nvml C:\\Program Files\\nvml.dll\r\n");
  EXPECT_EQ(opener.opened, "C:\\Program Files\\nvml.dll");
}

TEST(Answer, ALibraryThatCannotBeOpenedIsToldInOneLine) {
  EXPECT_EQ(ask({}, "nvml /closed.so"), "open!=/closed.so: file too short\n");
  EXPECT_EQ(ask({}, "cuda /closed.so"), "open!=/closed.so: file too short\n");
}

TEST(Answer, UnknownRequestsAreRefused) {
  EXPECT_EQ(ask({}, "cublas /x.so"), "request!=unknown request: cublas /x.so\n");
  EXPECT_EQ(ask({}, "nvml"), "request!=unknown request: nvml\n");
}

TEST(Answer, ALibraryWithoutAnyFunctionNamesWhatIsMissing) {
  EXPECT_EQ(ask({}), "init?=missing nvmlInit_v2\n");
  EXPECT_EQ(ask({}, "cuda /x.so"), "cuda?=missing cuDriverGetVersion\ninit?=missing cuInit\n");
}

TEST(Answer, VersionsAreAskedForEvenWhenInitFailed) {
  EXPECT_EQ(ask({{"nvmlInit_v2", address(no_driver)},
                 {"nvmlErrorString", address(error_text)},
                 {"nvmlSystemGetCudaDriverVersion_v2", address(cuda_but_uninitialized)}}),
            "init=9\ninit_text=Driver Not Loaded\ndriver?=missing nvmlSystemGetDriverVersion\ncuda=12020\n");
  EXPECT_NE(ask({{"nvmlInit", address(no_driver)}, {"nvmlSystemGetCudaDriverVersion", address(nothing)}})
                .find("cuda!=1\n"),
            std::string::npos);
}

TEST(Answer, ACardThatFailsDoesNotHideTheOthersAndTheirNumberIsBounded) {
  const std::string reply = ask({{"nvmlInit_v2", address(fine)},
                                 {"nvmlDeviceGetCount_v2", address(many)},
                                 {"nvmlDeviceGetHandleByIndex_v2", address(lost)}});
  EXPECT_NE(reply.find("count=1000\ngpu0.handle!=15\ngpu1.handle!=15\n"), std::string::npos);
  EXPECT_NE(reply.find("gpu255.handle!=15\n"), std::string::npos);
  EXPECT_EQ(reply.find("gpu256"), std::string::npos);
}

TEST(Answer, OldNamesAndTheOldPciStructureServeToo) {
  const std::string reply = ask({{"nvmlInit", address(fine)},
                                 {"nvmlDeviceGetCount", address(one)},
                                 {"nvmlDeviceGetHandleByIndex", address(handle)},
                                 {"nvmlDeviceGetPciInfo", address(old_pci)}});
  EXPECT_NE(reply.find("gpu0.pci=0000:0a:00.4\ngpu0.pci_device_id=1B06\n"), std::string::npos) << reply;
  EXPECT_NE(reply.find("gpu0.cc?=missing nvmlDeviceGetCudaComputeCapability\n"), std::string::npos);
}

TEST(Answer, ATextWithoutItsEndIsCutAtItsArray) {
  const std::string reply = ask({{"nvmlInit_v2", address(fine)},
                                 {"nvmlDeviceGetCount_v2", address(one)},
                                 {"nvmlDeviceGetHandleByIndex_v2", address(handle)},
                                 {"nvmlDeviceGetName", address(fill_all)}});
  EXPECT_NE(reply.find("gpu0.name=" + std::string(256, 'x') + "\n"), std::string::npos) << reply;
}

}  // namespace
}  // namespace gpuenv::vendor
