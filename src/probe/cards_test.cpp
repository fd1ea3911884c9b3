// Tests of the cards: PCI tree, device manager, NVML's view, and how they are joined.
#include "probe/cards.h"

#include <gtest/gtest.h>

#include "probe/test_machine.h"

namespace gpuenv::probe {
namespace {

using model::Gpu;
using test::TestMachine;

const std::string devices = "/sys/bus/pci/devices/";

void put_device(TestMachine& machine, const std::string& address, const std::string& vendor,
                const std::string& id, const std::string& device_class, const std::string& driver = "") {
  machine.file(devices + address + "/vendor", "0x" + vendor + "\n");
  machine.file(devices + address + "/device", "0x" + id + "\n");
  machine.file(devices + address + "/class", "0x" + device_class + "\n");
  if (!driver.empty()) machine.link(devices + address + "/driver", "../../../bus/pci/drivers/" + driver);
}

TestMachine one_card() {
  TestMachine machine;
  put_device(machine, "0000:00:00.0", "8086", "a700", "060000");
  put_device(machine, "0000:01:00.0", "10de", "2204", "030000", "nvidia");
  put_device(machine, "0000:01:00.1", "10de", "1aef", "040300", "snd_hda_intel");
  return machine;
}

TEST(PciCards, ACardIsADisplayDeviceOfNvidia) {
  TestMachine machine = one_card();
  const auto cards = cards_on_pci(machine);
  ASSERT_TRUE(cards.nvidia.known());
  ASSERT_EQ(cards.nvidia->size(), 1u);
  EXPECT_EQ(cards.nvidia->front().pci_address, "0000:01:00.0");
  EXPECT_EQ(cards.nvidia->front().pci_device_id, "2204");
  EXPECT_EQ(*cards.nvidia->front().kernel_driver, "nvidia");
  EXPECT_TRUE(cards.others.empty());
}

TEST(PciCards, ThreeDControllersCountAndMayHaveNoDriver) {
  TestMachine machine;
  put_device(machine, "0000:3b:00.0", "10de", "20b5", "030200");
  EXPECT_TRUE(cards_on_pci(machine).nvidia->front().kernel_driver.absent());
}

TEST(PciCards, OtherMakersAreNamedAndVirtualDisplaysAreNot) {
  TestMachine machine;
  put_device(machine, "0000:c1:00.0", "1002", "15bf", "030000", "amdgpu");
  put_device(machine, "0000:00:02.0", "8086", "a7a0", "030000");
  put_device(machine, "0000:00:03.0", "1af4", "1050", "038000");
  put_device(machine, "0000:00:04.0", "1d17", "3d00", "030000");
  const auto cards = cards_on_pci(machine);
  EXPECT_TRUE(cards.nvidia->empty());
  ASSERT_EQ(cards.others.size(), 3u);
  EXPECT_EQ(cards.others[0].vendor, "Intel");
  EXPECT_EQ(cards.others[1].vendor, "1D17");
  EXPECT_EQ(cards.others[2].vendor, "AMD");
  EXPECT_EQ(cards.others[2].name, "15BF");
}

TEST(PciCards, ADeviceThatMayBeACardLeavesTheListOpen) {
  for (const char* file : {"0000:01:00.0/class", "0000:01:00.0/vendor", "0000:01:00.1/class"}) {
    TestMachine machine = one_card();
    machine.refuse(devices + file, Why::not_recorded);
    EXPECT_TRUE(cards_on_pci(machine).nvidia.undecided()) << file;
  }
  TestMachine machine = one_card();
  machine.refuse(devices + "0000:00:00.0/class");
  EXPECT_TRUE(cards_on_pci(machine).nvidia.known());
  machine.file(devices + "0000:01:00.0/vendor", "nonsense");
  EXPECT_EQ(cards_on_pci(machine).nvidia.why().why, Why::failed);
}

TEST(Xids, AreReadWhereACardIsOnTheBusOfLinuxItself) {
  TestMachine machine = one_card();
  machine.log = Known<std::string>("NVRM: Xid (PCI:0000:01:00): 31, pid=1, name=python, x\n", "kernel log");
  model::Os os;
  os.family = base::OsFamily::linux;
  os.wsl = Known<bool>(false, "uname");
  const auto xids = read_xids(machine, cards_on_pci(machine), false, os);
  ASSERT_EQ(xids->size(), 1u);
  EXPECT_EQ(xids->front().code, 31);
  machine.log = Unknown{Why::denied, ""};
  EXPECT_EQ(read_xids(machine, cards_on_pci(machine), false, os).why().why, Why::denied);
  EXPECT_EQ(machine.log_questions, 2);
  TestMachine without;
  without.folder("/sys/bus/pci/devices");
  EXPECT_TRUE(read_xids(without, cards_on_pci(without), false, os).undecided());
  os.wsl = Known<bool>(true, "uname");
  EXPECT_EQ(read_xids(machine, cards_on_pci(machine), false, os).why().why, Why::unsupported);
  os.family = base::OsFamily::windows;
  EXPECT_EQ(read_xids(machine, cards_on_pci(machine), false, os).why().why, Why::unsupported);
  EXPECT_EQ(machine.log_questions + without.log_questions, 2) << "asked only where it can matter";
}

/// A laptop whose bus shows no card.
struct Laptop {
  TestMachine machine;
  model::Os os;

  Laptop() {
    machine.folder("/sys/bus/pci/devices");
    os.family = base::OsFamily::linux;
    os.wsl = Known<bool>(false, "uname");
    os.container = Unknown{Why::absent, ""};
    os.laptop = Known<bool>(true, "dmi");
  }
  Known<model::CardSwitch> card_switch() { return read_card_switch(machine, cards_on_pci(machine), os); }
};

TEST(CardSwitchProbe, TheFileThatSaysSoIsTheOrigin) {
  Laptop laptop;
  EXPECT_TRUE(laptop.card_switch().absent());
  laptop.machine.file("/etc/prime-discrete", "off\n");
  EXPECT_EQ(laptop.card_switch()->tool, "prime-select");
  EXPECT_EQ(laptop.card_switch().origin(), "/etc/prime-discrete");
  laptop.machine.file("/etc/prime-discrete", "on-demand\n");
  EXPECT_TRUE(laptop.card_switch().absent());
  laptop.machine.refuse("/etc/supergfxd.conf");
  EXPECT_EQ(laptop.card_switch().why().why, Why::denied);
}

TEST(CardSwitchProbe, IsAskedOnlyWhereACardMayBeOff) {
  Laptop laptop;
  laptop.machine.file("/etc/prime-discrete", "off\n");
  laptop.os.laptop = Known<bool>(false, "dmi");
  EXPECT_TRUE(laptop.card_switch().undecided());
  laptop.os.laptop = Known<bool>(true, "dmi");
  laptop.os.container = Known<std::string>("docker", "/.dockerenv");
  EXPECT_TRUE(laptop.card_switch().undecided());
  laptop.os.container = Unknown{Why::absent, ""};
  put_device(laptop.machine, "0000:01:00.0", "10de", "2204", "030000", "nvidia");
  EXPECT_TRUE(laptop.card_switch().undecided());
}

TEST(PowerState, IsReadOnLaptops) {
  Laptop laptop;
  put_device(laptop.machine, "0000:01:00.0", "10de", "2204", "030000", "nvidia");
  laptop.machine.file(devices + "0000:01:00.0/power_state", "D3cold\n");
  model::Cards cards;
  cards.nvidia = cards_on_pci(laptop.machine).nvidia;
  read_power_states(laptop.machine, laptop.os, cards);
  EXPECT_EQ(*cards.nvidia->front().power_state, "D3cold");
}

TEST(PciCards, WithoutABusNothingIsKnown) {
  TestMachine machine;
  EXPECT_TRUE(cards_on_pci(machine).nvidia.undecided());
  machine.refuse("/sys/bus/pci/devices");
  EXPECT_EQ(cards_on_pci(machine).nvidia.why().why, Why::denied);
}

TEST(PciCards, TegraBoardsHaveACardOutsideTheBus) {
  TestMachine machine;
  machine.folder("/sys/bus/pci/devices");
  EXPECT_TRUE(cards_on_pci(machine).nvidia.known());
  machine.file("/etc/nv_tegra_release");
  EXPECT_TRUE(cards_on_pci(machine).nvidia.undecided());
}

machine::DeviceNode node(const std::string& id, const std::string& description, int problem = 0) {
  return {R"(PCI\VEN_10DE&DEV_)" + id + R"(&SUBSYS_0&REV_A1\4&1)", description, problem, "32.0.15.6094"};
}

TEST(DeviceManagerCards, KeepNameAndProblemCode) {
  using Nodes = std::vector<machine::DeviceNode>;
  const auto cards =
      cards_in_device_manager({Nodes{node("2786", "NVIDIA GeForce RTX 4070", 43),
                                     node("1C03", "Video Controller (VGA Compatible)", 28),
                                     {R"(PCI\VEN_8086&DEV_A7A0)", "Intel(R) Iris(R) Xe", 0, "31"},
                                     {R"(ROOT\BASICDISPLAY\0000)", "Microsoft Basic Display", 0, ""}},
                               "device manager"});
  ASSERT_EQ(cards.nvidia->size(), 2u);
  EXPECT_EQ(*(*cards.nvidia)[0].name, "NVIDIA GeForce RTX 4070");
  EXPECT_EQ(*(*cards.nvidia)[0].problem_code, 43);
  EXPECT_FALSE((*cards.nvidia)[1].name.known());
  ASSERT_EQ(cards.others.size(), 1u);
  EXPECT_EQ(cards.others[0].name, "Intel(R) Iris(R) Xe");
}

TEST(DeviceManagerCards, NoAnswerIsNoAbsence) {
  EXPECT_TRUE(cards_in_device_manager(Unknown{Why::failed, "x"}).nvidia.undecided());
  EXPECT_TRUE(cards_in_device_manager(Unknown{Why::absent, "x"}).nvidia.undecided());
}

// How both views are joined.

Gpu on_bus(const std::string& address, const std::string& id) {
  Gpu gpu;
  gpu.pci_address = address;
  gpu.pci_device_id = id;
  gpu.kernel_driver = Known<std::string>("nvidia", address);
  gpu.in_pci = true;
  return gpu;
}

Gpu in_nvml(int index, const std::string& address, const std::string& id) {
  Gpu gpu;
  gpu.index = Known<int>(index, "NVML");
  gpu.name = Known<std::string>("card " + std::to_string(index), "NVML");
  gpu.pci_address = address;
  gpu.pci_device_id = id;
  gpu.compute_capability = Known<base::Sm>(base::Sm{8, 6}, "NVML");
  gpu.in_nvml = true;
  return gpu;
}

struct Views {
  BusCards bus;
  NvmlAnswer nvml;
  model::Os os;

  Views() {
    os.wsl = Known<bool>(false, "uname");
    os.container = Unknown{Why::absent, ""};
    bus.nvidia = Unknown{Why::denied, "bus"};
    nvml.gpus = Unknown{Why::failed, "NVML"};
  }
  Views& with_bus(std::vector<Gpu> cards) {
    bus.nvidia = {std::move(cards), "/sys/bus/pci/devices"};
    return *this;
  }
  Views& with_nvml(std::vector<Gpu> cards) {
    nvml.gpus = {std::move(cards), "NVML"};
    return *this;
  }
  Known<std::vector<Gpu>> joined() const {
    static const auto catalog = catalog::Catalog::embedded();
    return join_cards(bus, nvml, os, catalog).nvidia;
  }
};

TEST(Cards, AreJoinedByAddressInNvmlsOrder) {
  const auto cards = Views()
                         .with_bus({on_bus("0000:01:00.0", "2204"), on_bus("0000:02:00.0", "2684"),
                                    on_bus("0000:03:00.0", "2204")})
                         .with_nvml({in_nvml(0, "0000:02:00.0", "2684"), in_nvml(1, "0000:01:00.0", "2204")})
                         .joined();
  ASSERT_EQ(cards->size(), 3u);
  EXPECT_EQ((*cards)[0].pci_address, "0000:02:00.0");
  EXPECT_TRUE((*cards)[0].in_pci && (*cards)[0].in_nvml);
  EXPECT_EQ(*(*cards)[0].kernel_driver, "nvidia");
  EXPECT_EQ(*(*cards)[1].name, "card 1");
  EXPECT_FALSE((*cards)[2].in_nvml);
}

TEST(Cards, ALostCardIsTheOneThatIsLeftOnTheBus) {
  Gpu lost;
  lost.in_nvml = true;
  lost.index = Known<int>(0, "NVML");
  lost.lost = "GPU is lost (15)";
  const auto first = on_bus("0000:01:00.0", "2204"), second = on_bus("0000:02:00.0", "2204");
  auto cards =
      Views().with_bus({first, second}).with_nvml({lost, in_nvml(1, "0000:02:00.0", "2204")}).joined();
  ASSERT_EQ(cards->size(), 2u);
  EXPECT_EQ(cards->at(0).pci_address, "0000:01:00.0");
  EXPECT_EQ(cards->at(0).lost, "GPU is lost (15)");
  EXPECT_EQ(cards->at(1).lost, "");
  cards = Views().with_bus({first, second}).with_nvml({lost}).joined();
  EXPECT_EQ(cards->size(), 3u) << "which of the two it is cannot be told";
}

TEST(Cards, WithoutAddressesTheDeviceIdJoinsThem) {
  const auto cards = Views()
                         .with_bus({on_bus("", "2204"), on_bus("", "2684")})
                         .with_nvml({in_nvml(0, "0000:02:00.0", "2684"), in_nvml(1, "0000:01:00.0", "2204")})
                         .joined();
  ASSERT_EQ(cards->size(), 2u);
  EXPECT_EQ((*cards)[0].pci_address, "0000:02:00.0");
  EXPECT_EQ((*cards)[0].pci_device_id, "2684");
}

TEST(Cards, TheCatalogTellsWhatNvmlDoesNot) {
  const auto cards = Views().with_bus({on_bus("0000:01:00.0", "2204")}).joined();
  EXPECT_EQ(*cards->front().name, "NVIDIA GeForce RTX 3090");
  EXPECT_EQ(cards->front().compute_capability->name(), "sm_86");
  EXPECT_EQ(cards->front().architecture, "Ampere");
  EXPECT_FALSE(
      Views().with_bus({on_bus("0000:01:00.0", "FFFF")}).joined()->front().compute_capability.known());
}

TEST(Cards, EitherViewAloneIsEnough) {
  EXPECT_EQ(Views().with_bus({on_bus("0000:01:00.0", "2204")}).joined()->size(), 1u);
  EXPECT_EQ(Views().with_nvml({in_nvml(0, "0000:01:00.0", "2204")}).joined()->size(), 1u);
  EXPECT_EQ(Views().joined().why().why, Why::denied);
}

TEST(Cards, AnEmptyBusProvesThatThereIsNone) {
  const auto cards = Views().with_bus({}).joined();
  ASSERT_TRUE(cards.known());
  EXPECT_TRUE(cards->empty());
  EXPECT_TRUE(Views().with_nvml({}).joined().undecided());
}

TEST(Cards, InWslOnlyNvmlCounts) {
  Views views;
  views.os.wsl = Known<bool>(true, "uname");
  EXPECT_TRUE(Views(views).with_bus({}).joined().undecided());
  views.nvml.gpus = Unknown{Why::absent, "libnvidia-ml.so.1: not found"};
  EXPECT_TRUE(Views(views).with_bus({}).joined().undecided());
  EXPECT_EQ(Views(views).with_bus({}).with_nvml({in_nvml(0, "0000:01:00.0", "2684")}).joined()->size(), 1u);
  EXPECT_TRUE(Views(views).with_bus({}).with_nvml({}).joined()->empty());
}

TEST(Cards, WhereWslIsOpenAnEmptyBusProvesNothing) {
  Views views;
  views.os.wsl = Unknown{Why::not_recorded, "uname"};
  EXPECT_TRUE(views.with_bus({}).joined().undecided());
}

TEST(Cards, AContainerHasOnlyTheCardsHandedIn) {
  Views views;
  views.os.container = Known<std::string>("docker", "/.dockerenv");
  views.with_bus({on_bus("0000:01:00.0", "2204"), on_bus("0000:02:00.0", "2204")});
  EXPECT_EQ(views.joined()->size(), 2u);  // NVML does not answer: none was handed in, the host has them
  EXPECT_EQ(views.with_nvml({in_nvml(0, "0000:02:00.0", "2204")}).joined()->size(), 1u);
}

TEST(NvmlProbe, WithoutALibraryNothingIsAsked) {
  TestMachine machine;
  NvmlQuestion question(machine, Unknown{Why::absent, "not found"}, 1);
  const auto answer = question.answer();
  EXPECT_TRUE(answer.state.init.absent());
  EXPECT_EQ(answer.state.library, "");
  EXPECT_TRUE(machine.vendor_asked.empty());
}

TEST(NvmlProbe, FillsCardsFromTheReply) {
  TestMachine machine;
  machine.vendor["nvml /l/libnvidia-ml.so.1"] = Known<std::string>(
      "init=0\ndriver=550.54.15\ncuda=12040\ncount=1\ngpu0.name=NVIDIA A100\ngpu0.cc=8.0\n"
      "gpu0.pci=00000000:3B:00.0\ngpu0.pci_device_id=20B5\ngpu0.memory_mib=81920\n",
      "");
  NvmlQuestion question(machine, Known<std::string>("/l/libnvidia-ml.so.1", ""), 1);
  const auto answer = question.answer();
  EXPECT_EQ(answer.cuda->text(), "12.4");
  ASSERT_EQ(answer.gpus->size(), 1u);
  EXPECT_EQ(answer.gpus->front().pci_address, "0000:3b:00.0");
  EXPECT_EQ(answer.gpus->front().compute_capability->name(), "sm_80");
  EXPECT_FALSE(answer.gpus->front().uuid.known());
}

TEST(NvmlProbe, CrashesAndRefusalsAreAnswers) {
  TestMachine machine;
  machine.vendor["nvml /l"] = Unknown{Why::failed, "ended with signal 11"};
  NvmlQuestion crashed(machine, Known<std::string>("/l", ""), 1);
  EXPECT_EQ(crashed.answer().state.init.why().why, Why::failed);
  machine.vendor["nvml /l"] = Known<std::string>("init=18\n", "");
  NvmlQuestion refused(machine, Known<std::string>("/l", ""), 1);
  const auto answer = refused.answer();
  EXPECT_EQ(*answer.state.init, 18);
  EXPECT_TRUE(answer.gpus.undecided());
}

}  // namespace
}  // namespace gpuenv::probe
