// Vendor questions from end to end: the live machine starts a child, which opens the fake libraries of
// fakes/.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "machine/live/live.h"
#include "machine/live/temporary_folder.h"
#include "vendor/vendor.h"

namespace gpuenv {
namespace {

using base::Why;
using std::chrono::milliseconds;

#ifdef _WIN32
const std::string nvml = GPUENV_BINARY_DIR "/fakes/nvml.dll",
                  old_nvml = GPUENV_BINARY_DIR "/fakes/old/nvml.dll",
                  cuda = GPUENV_BINARY_DIR "/fakes/nvcuda.dll",
                  child = GPUENV_BINARY_DIR "/fakes/vendor_child.exe";
constexpr const char *crash = "0xC0000005", *no_library = "";
void set_variable(const std::string& name, const std::string& value) {
  _putenv_s(name.c_str(), value.c_str());
}
#else
const std::string nvml = GPUENV_BINARY_DIR "/fakes/libnvidia-ml.so.1",
                  old_nvml = GPUENV_BINARY_DIR "/fakes/old/libnvidia-ml.so.1",
                  cuda = GPUENV_BINARY_DIR "/fakes/libcuda.so.1",
                  child = GPUENV_BINARY_DIR "/fakes/vendor_child";
constexpr const char *crash = "SIGSEGV", *no_library = "cannot open shared object file";
void set_variable(const std::string& name, const std::string& value) {
  ::setenv(name.c_str(), value.c_str(), 1);
}
#endif

/// Long enough for a loaded machine: only replies that never come take it.
constexpr milliseconds patience{60'000};

class VendorChild : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(std::filesystem::exists(nvml)) << "build fake_nvml first";
    machine_ = machine::live::open_live_machine({.vendor_program = child});
  }
  vendor::NvmlReply ask(const std::string& spec, const std::string& library = nvml,
                        milliseconds limit = patience) {
    set_variable("FAKE_GPU_SPEC", folder_.file("spec", spec));
    return vendor::ask_nvml(*machine_, library, limit).get();
  }

  machine::live::TemporaryFolder folder_;
  std::unique_ptr<machine::Machine> machine_;
};

const std::string two_cards =
    "init=0\ndriver=550.54.15\ncuda=12040\ncount=2\n"
    "gpu0.name=NVIDIA GeForce RTX 4090\ngpu0.uuid=GPU-1\ngpu0.pci=0000:01:00.0\ngpu0.pci_device_id=2684\n"
    "gpu0.cc=8.9\ngpu0.memory_mib=24564\n"
    "gpu1.name=NVIDIA GeForce GTX 1080 Ti\ngpu1.uuid=GPU-2\ngpu1.pci=0000:02:00.0\ngpu1.pci_device_id=1B06\n"
    "gpu1.cc=6.1\ngpu1.memory_mib=11264\n";

TEST_F(VendorChild, AWorkingLibraryAnswersWhatItsSpecSays) {
  set_variable("FAKE_GPU_SPEC", folder_.file("spec", two_cards));
  const std::string told = machine_->ask_vendor("nvml " + nvml, patience)->get().value_or("none");
  for (const auto line : base::lines(two_cards))
    EXPECT_NE(("\n" + told).find("\n" + std::string(line) + "\n"), std::string::npos) << line;
  const auto reply = ask(two_cards);
  EXPECT_EQ(*reply.state.init, 0);
  EXPECT_EQ(reply.cards->at(1).name.value_or(""), "NVIDIA GeForce GTX 1080 Ti");
}

TEST_F(VendorChild, WhatACardIsDoingIsToldToo) {
  const auto reply = ask(two_cards +
                         "gpu0.memory_used_mib=9000\ngpu0.compute_mode=3\ngpu0.mig=1\ngpu0.mig_instances=2\n"
                         "gpu0.display=1\ngpu0.throttle=68\ngpu0.temperature=94\ngpu0.ecc_uncorrected=2\n"
                         "gpu0.remap_pending=1\ngpu0.link_generation=1\ngpu0.link_width=4\n"
                         "gpu0.link_generation_max=4\ngpu0.link_width_max=16\n"
                         "gpu0.processes=2\ngpu0.process0=1234 512 /usr/bin/my python\ngpu0.process1=77 0\n"
                         "gpu1.compute_mode!=3\n");
  const auto& state = reply.cards->at(0).state;
  EXPECT_EQ(*state.memory_used_mib, 9000);
  EXPECT_EQ(*state.compute_mode, "exclusive-process");
  EXPECT_TRUE(*state.mig);
  EXPECT_EQ(*state.mig_instances, 2);
  EXPECT_TRUE(*state.display);
  EXPECT_EQ(*state.throttle, (std::vector<std::string>{"power-cap", "hw-thermal"}));
  EXPECT_EQ(*state.temperature, 94);
  EXPECT_EQ(*state.ecc_uncorrected, 2);
  EXPECT_TRUE(*state.remap_pending);
  EXPECT_FALSE(*state.remap_failed);
  EXPECT_EQ(state.link->width, 4);
  EXPECT_EQ(state.link_max->generation, 4);
  ASSERT_EQ(state.processes->size(), 2U);
  EXPECT_EQ(state.processes->at(0).pid, 1234);
  EXPECT_EQ(state.processes->at(0).memory_mib, 512);
  EXPECT_EQ(state.processes->at(0).name, "my");  // the fake reads the name up to a blank
  EXPECT_EQ(state.processes->at(1).name, "");
  const auto& other = reply.cards->at(1).state;
  EXPECT_EQ(other.compute_mode.why().why, Why::unsupported);
  EXPECT_EQ(other.mig.why().why, Why::unsupported);
  EXPECT_TRUE(other.processes->empty());
}

TEST_F(VendorChild, AnOldLibraryLeavesTheNewFactsOpen) {
  const auto reply = ask(two_cards, old_nvml);
  ASSERT_TRUE(reply.cards.known());
  EXPECT_EQ(reply.cards->at(0).compute_capability.why().why, Why::unsupported);
  EXPECT_TRUE(reply.cards->at(0).state.processes.known());
}

TEST_F(VendorChild, SeveralQuestionsRunAtTheSameTime) {
  set_variable("FAKE_GPU_SPEC", folder_.file("spec", two_cards));
  auto first = vendor::ask_nvml(*machine_, nvml, patience);
  auto second = vendor::ask_cuda(*machine_, cuda, patience);
  EXPECT_EQ(*second.get().count, 2);
  EXPECT_EQ(first.get().cards->size(), 2U);
}

TEST_F(VendorChild, AnOldLibraryLeavesOnlyTheFactsUnknownThatItCannotTell) {
  const auto reply = ask(two_cards, old_nvml);
  EXPECT_EQ(reply.driver->text(), "550.54.15");
  EXPECT_EQ(reply.cuda.why().why, Why::unsupported);
  ASSERT_EQ(reply.cards->size(), 2U);
  EXPECT_EQ(*reply.cards->at(1).pci_address, "0000:02:00.0");
  EXPECT_EQ(reply.cards->at(0).compute_capability.why().why, Why::unsupported);
}

TEST_F(VendorChild, EveryErrorCodeOfInitArrives) {
  for (const auto& error : vendor::nvml_errors()) {
    const auto reply =
        ask("init=" + std::to_string(error.code) + "\ninit_text=" + error.text + "\ncuda=12020\n");
    EXPECT_EQ(reply.state.init.value_or(-1), error.code) << reply.state.init.why().detail;
    EXPECT_EQ(reply.state.error_text, error.code == 0 ? "" : error.text);
    EXPECT_EQ(reply.cuda.value_or(base::Version()).text(), "12.2");
  }
}

TEST_F(VendorChild, ACallThatFailsCostsOneFact) {
  const auto reply = ask(two_cards + "gpu0.memory_mib!=3\ngpu1.handle!=15\n");
  EXPECT_EQ(*reply.cards->at(0).name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(reply.cards->at(0).memory_mib.why().why, Why::unsupported);
  EXPECT_NE(reply.cards->at(1).name.why().detail.find("GPU is lost (15)"), std::string::npos);
}

TEST_F(VendorChild, ACrashIsAFailureThatNamesIt) {
  for (const char* where : {"init", "count", "gpu1.cc"}) {
    const auto reply = ask(two_cards + where + "!=crash\n");
    EXPECT_EQ(reply.state.init.why().why, Why::failed) << "an answer cut short must not be used";
    EXPECT_NE(reply.state.init.why().detail.find(crash), std::string::npos) << reply.state.init.why().detail;
    EXPECT_TRUE(reply.cards.undecided());
  }
}

TEST_F(VendorChild, AHangEndsAtTheLimit) {
  const auto reply = ask(two_cards + "init!=hang\n", nvml, milliseconds(300));
  EXPECT_EQ(reply.state.init.why().why, Why::timed_out);
  EXPECT_EQ(reply.state.init.why().detail, "no answer within 300 ms");
}

TEST_F(VendorChild, AQuestionThatNobodyWaitsForIsGivenUp) {
  set_variable("FAKE_GPU_SPEC", folder_.file("spec", two_cards + "init!=hang\n"));
  machine_->ask_vendor("nvml " + nvml, std::chrono::hours(1)).reset();
}

TEST_F(VendorChild, ALibraryThatIsNoneSaysWhy) {
  const auto missing = ask(two_cards, folder_.at("nothing.so"));
  EXPECT_EQ(missing.state.init.why().why, Why::failed);
  EXPECT_NE(missing.state.init.why().detail.find(no_library), std::string::npos)
      << missing.state.init.why().detail;
  EXPECT_FALSE(ask(two_cards, folder_.file("text.so", "no library")).state.init.known());
}

TEST_F(VendorChild, AProgramThatCannotBeStartedOrFailsSaysSo) {
  const auto machine = machine::live::open_live_machine({.vendor_program = folder_.at("nothing")});
  const auto reply = machine->ask_vendor("nvml x", patience)->get();
  EXPECT_EQ(reply.why().why, Why::failed);
  EXPECT_NE(reply.why().detail.find(folder_.at("nothing")), std::string::npos) << reply.why().detail;
  const auto empty = machine_->ask_vendor("", patience)->get();
  EXPECT_NE(empty.why().detail.find("exit status 2"), std::string::npos) << empty.why().detail;
}

TEST_F(VendorChild, CudaTellsItsVersionWithoutADriver) {
  set_variable("FAKE_GPU_SPEC", folder_.file("spec", "init=9\ncuda=12020\n"));
  const auto reply = vendor::ask_cuda(*machine_, cuda, patience).get();
  EXPECT_EQ(reply.cuda->text(), "12.2");
  EXPECT_EQ(*reply.init, 100);
  EXPECT_EQ(reply.error_text, "no CUDA-capable device is detected");
}

TEST_F(VendorChild, TheLibraryAnswersTheSameInsideOneProcess) {
  set_variable("FAKE_GPU_SPEC", folder_.file("spec", two_cards));
  EXPECT_EQ(vendor::answer(*machine::live::open_libraries(), "cuda " + cuda),
            "cuda=12040\ninit=0\ncount=2\n");
}

}  // namespace
}  // namespace gpuenv
