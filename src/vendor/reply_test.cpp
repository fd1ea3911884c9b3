// Reading the replies of the vendor child.
#include <gtest/gtest.h>

#include "base/text.h"
#include "vendor/vendor.h"

namespace gpuenv::vendor {
namespace {

using base::Unknown;
using base::Why;

const std::string library = "/lib/libnvidia-ml.so.1";

NvmlReply read(const std::string& text) {
  return parse_nvml_reply(Known<std::string>(text, "nvml " + library), library);
}

CudaReply read_cuda(const std::string& text) {
  return parse_cuda_reply(Known<std::string>(text, "cuda " + library), library);
}

const std::string good =
    "init=0\n"
    "driver=550.54.15\n"
    "cuda=12040\n"
    "count=2\n"
    "gpu0.name=NVIDIA GeForce RTX 4090\n"
    "gpu0.uuid=GPU-11111111-2222-3333-4444-555555555555\n"
    "gpu0.pci=00000000:01:00.0\n"
    "gpu0.pci_device_id=2684\n"
    "gpu0.cc=8.9\n"
    "gpu0.memory_mib=24564\n"
    "gpu1.name=NVIDIA GeForce GTX 1080 Ti\n"
    "gpu1.uuid=GPU-2\n"
    "gpu1.pci=0000:c1:00.0\n"
    "gpu1.pci_device_id=1b06\n"
    "gpu1.cc=6.1\n"
    "gpu1.memory_mib=11264\n";

TEST(NvmlReply, AWholeReplyGivesEveryFactWithItsOrigin) {
  const NvmlReply reply = read(good);
  EXPECT_EQ(*reply.state.init, 0);
  EXPECT_EQ(reply.state.library, library);
  EXPECT_EQ(reply.driver->text(), "550.54.15");
  EXPECT_EQ(reply.driver.origin(), library + ": nvmlSystemGetDriverVersion");
  EXPECT_EQ(reply.cuda->text(), "12.4");
  ASSERT_EQ(reply.cards->size(), 2U);
  const NvmlCard& first = reply.cards->at(0);
  EXPECT_EQ(*first.name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(*first.pci_address, "0000:01:00.0");
  EXPECT_EQ(*first.compute_capability, (base::Sm{8, 9}));
  EXPECT_EQ(*first.memory_mib, 24564);
  EXPECT_EQ(*reply.cards->at(1).pci_device_id, "1B06");
  EXPECT_EQ(*reply.cards->at(1).uuid, "GPU-2");
}

TEST(NvmlReply, TheStateOfACardIsReadFactByFact) {
  const NvmlReply reply = read(
      "init=0\ncount=1\ngpu0.compute_mode=2\ngpu0.throttle=129\ngpu0.mig=0\ngpu0.ecc_uncorrected!=3\n"
      "gpu0.processes=1\ngpu0.process0=12 34 a b\ngpu0.temperature=900\ngpu0.display?=missing f\n");
  const auto& state = reply.cards->at(0).state;
  EXPECT_EQ(*state.compute_mode, "prohibited");
  EXPECT_EQ(*state.throttle, std::vector<std::string>{"hw-power-brake"});
  EXPECT_FALSE(*state.mig);
  EXPECT_EQ(state.ecc_uncorrected.why().why, Why::unsupported);
  EXPECT_EQ(state.display.why().why, Why::unsupported);
  EXPECT_EQ(state.temperature.why().why, Why::failed);
  EXPECT_EQ(state.processes->at(0).name, "a b");
  EXPECT_TRUE(state.link.undecided());
}

TEST(NvmlReply, ProcessesThatWereNotWrittenOutAreUnknown) {
  EXPECT_TRUE(read("init=0\ncount=1\ngpu0.processes=2\ngpu0.process0=1 2 a\n")
                  .cards->at(0)
                  .state.processes.undecided());
  EXPECT_TRUE(
      read("init=0\ncount=1\ngpu0.processes=1\ngpu0.process0=x\n").cards->at(0).state.processes.undecided());
  for (const char* process : {"x 1 a", "1 x a", "4294967297 1 a", "1 -5 a"})
    EXPECT_TRUE(read(std::string("init=0\ncount=1\ngpu0.processes=1\ngpu0.process0=") + process + "\n")
                    .cards->at(0)
                    .state.processes.undecided())
        << process;
  EXPECT_TRUE(read("init=0\ncount=1\ngpu0.compute_mode=9\n").cards->at(0).state.compute_mode.undecided());
}

TEST(NvmlReply, EveryErrorCodeOfInitIsToldInWords) {
  EXPECT_EQ(nvml_errors().size(), 31U);
  for (const NvmlError& error : nvml_errors()) {
    if (error.code == 0) continue;
    const NvmlReply reply = read("init=" + std::to_string(error.code) + "\n");
    EXPECT_EQ(*reply.state.init, error.code);
    EXPECT_EQ(reply.state.error_text, error.text);
    EXPECT_TRUE(reply.cards.undecided());
    EXPECT_NE(reply.cards.why().detail.find(error.text), std::string::npos) << reply.cards.why().detail;
    EXPECT_TRUE(reply.driver.undecided());
  }
  EXPECT_NE(read("init=77\n").cards.why().detail.find("NVML error 77"), std::string::npos);
  EXPECT_EQ(read("init=18\ninit_text=own words\n").state.error_text, "own words");
}

TEST(NvmlReply, EveryErrorCodeOfACardLeavesTheOtherFactsAlone) {
  for (const NvmlError& error : nvml_errors()) {
    if (error.code == 0) continue;
    const NvmlReply reply =
        read("init=0\ncount=2\ngpu0.name=A\ngpu0.memory_mib!=" + std::to_string(error.code) +
             "\ngpu1.handle!=" + std::to_string(error.code) + "\n");
    ASSERT_EQ(reply.cards->size(), 2U);
    EXPECT_EQ(*reply.cards->at(0).name, "A");
    const Unknown& why = reply.cards->at(0).memory_mib.why();
    EXPECT_NE(why.detail.find(nvml_error_text(error.code)), std::string::npos) << why.detail;
    EXPECT_NE(why.why, Why::absent);
    EXPECT_NE(reply.cards->at(1).compute_capability.why().detail.find(nvml_error_text(error.code)),
              std::string::npos);
  }
  EXPECT_EQ(read("init=0\ncount=1\ngpu0.name!=4\n").cards->at(0).name.why().why, Why::denied);
  EXPECT_EQ(read("init=0\ncount=1\ngpu0.name!=3\n").cards->at(0).name.why().why, Why::unsupported);
}

TEST(NvmlReply, CudaMayBeKnownThoughInitFailed) {
  const NvmlReply reply = read("init=9\ncuda=12020\ndriver!=1\n");
  EXPECT_EQ(reply.cuda->text(), "12.2");
  EXPECT_NE(reply.driver.why().detail.find("Uninitialized (1)"), std::string::npos)
      << reply.driver.why().detail;
}

TEST(NvmlReply, AMissingFunctionIsUnsupported) {
  const NvmlReply reply = read("init=0\ncount=1\ngpu0.cc?=missing nvmlDeviceGetCudaComputeCapability\n");
  const Unknown& why = reply.cards->at(0).compute_capability.why();
  EXPECT_EQ(why.why, Why::unsupported);
  EXPECT_EQ(why.detail, library + ": nvmlDeviceGetCudaComputeCapability is missing in this library");
}

TEST(NvmlReply, WhatNeverCameOrCouldNotBeOpenedGivesNoFact) {
  const NvmlReply late = parse_nvml_reply(Unknown{Why::timed_out, "no answer within 3000 ms"}, library);
  EXPECT_EQ(late.state.init.why().why, Why::timed_out);
  EXPECT_EQ(late.cards.why().why, Why::timed_out);
  EXPECT_EQ(late.driver.why().detail, "no answer within 3000 ms");
  const NvmlReply closed = read("open!=" + library + ": file too short\n");
  EXPECT_EQ(closed.state.init.why().why, Why::failed);
  EXPECT_EQ(closed.cards.why().detail, library + ": file too short");
}

/// True when the shorter reading says nothing else than the whole one.
template <class T>
void expect_no_other(const Known<T>& part, const Known<T>& whole) {
  EXPECT_FALSE(part.absent());
  if (part.known()) EXPECT_TRUE(*part == *whole);
}

TEST(NvmlReply, AReplyCutAtAnyByteGivesNoWrongValue) {
  const NvmlReply whole = read(good);
  for (size_t length = 0; length < good.size(); ++length) {
    SCOPED_TRACE(length);
    const NvmlReply part = read(good.substr(0, length));
    expect_no_other(part.state.init, whole.state.init);
    expect_no_other(part.driver, whole.driver);
    expect_no_other(part.cuda, whole.cuda);
    EXPECT_FALSE(part.cards.absent());
    if (!part.cards.known()) continue;
    ASSERT_EQ(part.cards->size(), 2U);
    for (size_t i = 0; i < 2; ++i) {
      const NvmlCard &card = part.cards->at(i), &full = whole.cards->at(i);
      expect_no_other(card.name, full.name);
      expect_no_other(card.uuid, full.uuid);
      expect_no_other(card.pci_address, full.pci_address);
      expect_no_other(card.pci_device_id, full.pci_device_id);
      expect_no_other(card.compute_capability, full.compute_capability);
      expect_no_other(card.memory_mib, full.memory_mib);
    }
  }
}

TEST(NvmlReply, NonsenseIsUnknownAndQuoted) {
  for (const char* line : {"init=x", "init=-1", "init=", "init=99999999999999999999"})
    EXPECT_EQ(read(std::string(line) + "\n").state.init.why().why, Why::failed) << line;
  for (const char* line : {"driver=banana", "driver=550", "driver=550.", "driver=550.54-beta"})
    EXPECT_FALSE(read("init=0\n" + std::string(line) + "\n").driver.known()) << line;
  for (const char* line : {"cuda=0", "cuda=12.4", "cuda=999999", "cuda=-12040"})
    EXPECT_FALSE(read("init=0\n" + std::string(line) + "\n").cuda.known()) << line;
  for (const char* line : {"count=257", "count=-1", "count=two", "count=1e3"})
    EXPECT_FALSE(read("init=0\n" + std::string(line) + "\n").cards.known()) << line;
  const NvmlReply reply = read(
      "init=0\ncount=1\ngpu0.pci=1:2\ngpu0.pci_device_id=26845\ngpu0.cc=0.0\ngpu0.memory_mib=0\ngpu0.name=\n"
      "gpu0.uuid!=soon\n");
  const NvmlCard& card = reply.cards->at(0);
  EXPECT_EQ(card.pci_address.why().detail, library + ": nvmlDeviceGetPciInfo gave \"1:2\"");
  EXPECT_FALSE(card.pci_device_id.known());
  EXPECT_FALSE(card.compute_capability.known());
  EXPECT_FALSE(card.memory_mib.known());
  EXPECT_FALSE(card.name.known());
  EXPECT_FALSE(card.uuid.known());
}

TEST(NvmlReply, AFactSaidTwiceAndDifferentlyIsUnknown) {
  EXPECT_FALSE(read("init=0\ninit=9\n").state.init.known());
  EXPECT_EQ(*read("init=0\ninit=0\n").state.init, 0);
}

TEST(NvmlReply, ForeignLinesAndBytesDoNoHarm) {
  const NvmlReply reply =
      read("hello from a library\n=x\ninit=0\r\ncount=1\ngpu0.name=A\xFF\x01 card\nnew_fact=1\n");
  EXPECT_EQ(*reply.state.init, 0);
  EXPECT_EQ(*reply.cards->at(0).name, "A\xEF\xBF\xBD  card");
  EXPECT_TRUE(read("init=0\ncount=0\n").cards->empty());
  EXPECT_EQ(read("init=0\ncount=256\n").cards->size(), 256U);
}

TEST(CudaReply, TellsVersionAndCountAsFarAsTheyWereSaid) {
  const CudaReply good_reply = read_cuda("cuda=12040\ninit=0\ncount=2\n");
  EXPECT_EQ(good_reply.cuda->text(), "12.4");
  EXPECT_EQ(*good_reply.count, 2);
  const CudaReply none = read_cuda("cuda=12020\ninit=100\ninit_text=no CUDA-capable device is detected\n");
  EXPECT_EQ(*none.init, 100);
  EXPECT_EQ(none.error_text, "no CUDA-capable device is detected");
  EXPECT_EQ(none.cuda->text(), "12.2");
  EXPECT_NE(none.count.why().detail.find("CUDA error 100"), std::string::npos);
  EXPECT_EQ(read_cuda("").init.why().why, Why::failed);
  EXPECT_FALSE(read_cuda("init=0\ncount=300\n").count.known());
}

}  // namespace
}  // namespace gpuenv::vendor
