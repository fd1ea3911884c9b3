// The program's commands on a host in memory: which one runs, what is written where, which status comes back.
#include "cli/dispatch.h"

#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/test_host.h"

namespace gpuenv::cli::test {
namespace {

bool has(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

/// A recording of a machine with one card and a CPU build of PyTorch.
constexpr const char* broken = R"(os = "linux"
distro = "Ubuntu 24.04"
kernel = "6.8.0-45-generic"
[driver]
module = "550.54.15"
kind = "proprietary"
library = "550.54.15"
cuda = "12.4"
nvml_init = 0
[[gpu]]
pci = "0000:01:00.0"
id = "2204"
name = "NVIDIA GeForce RTX 3090"
cc = "8.6"
memory_mib = 24576
bound = "nvidia"
[[env]]
path = '/home/user/proj/.venv'
kind = "venv"
python = "3.12.4"
active = true
packages = ["torch==2.8.0+cpu"]
requested = ["torch"]
)";

/// A host whose folder a-folder holds that recording.
TestHost host_with_recording() {
  TestHost host;
  host.files["a-folder/machine.toml"] = broken;
  return host;
}

TEST(Program, AloneItShowsItsHelp) {
  TestHost host;
  EXPECT_EQ(host.run({}), status_good);
  EXPECT_TRUE(has(host.out, "Usage:\n  gpuenv COMMAND [OPTIONS]\n"));
  EXPECT_TRUE(has(host.out, "\n  doctor  "));
  EXPECT_FALSE(has(host.out, "\n  explain "));  // not in this version
  const std::string alone = host.out;
  for (const std::vector<std::string>& other : {std::vector<std::string>{"--help"}, {"-h"}, {"help"}}) {
    EXPECT_EQ(host.run(other), status_good);
    EXPECT_EQ(host.out, alone);
  }
}

TEST(Program, VersionNamesTheDateOfItsKnowledge) {
  TestHost host;
  EXPECT_EQ(host.run({"--version"}), status_good);
  EXPECT_TRUE(host.out.starts_with("gpuenv " GPUENV_VERSION " (knowledge of 20"));
  EXPECT_EQ(host.err, "");
}

TEST(Program, UnknownCommandsGetADidYouMean) {
  TestHost host;
  EXPECT_EQ(host.run({"docter"}), status_usage);
  EXPECT_TRUE(has(host.err, "gpuenv: there is no command 'docter'. Did you mean doctor?\n")) << host.err;
  EXPECT_EQ(host.out, "");
}

TEST(Program, PlannedCommandsSayThatTheyAreNotThere) {
  TestHost host;
  EXPECT_EQ(host.run({"plan", "torch"}), status_usage);
  EXPECT_TRUE(has(host.err, "the command plan is not available in this version (" GPUENV_VERSION ")."))
      << host.err;
  EXPECT_EQ(host.run({"up", "--lang", "zh"}), status_usage);
  EXPECT_TRUE(has(host.err, "尚不提供命令 up")) << host.err;
}

TEST(Program, OptionsOfACommandNeedTheCommand) {
  TestHost host;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--machine", "a-folder"}, {"--machine=a-folder"}, {"--env", "x"}}) {
    EXPECT_EQ(host.run(arguments), status_usage);
    EXPECT_TRUE(has(host.err, "as in: gpuenv doctor --" + arguments[0].substr(2, 3))) << host.err;
  }
  EXPECT_EQ(host.run({"--json"}), status_usage);
  EXPECT_EQ(host.run({"--nothing"}), status_usage);
  EXPECT_TRUE(has(host.err, "there is no option --nothing.")) << host.err;
}

TEST(Program, LanguageComesFromTheOptionElseTheLocale) {
  TestHost host;
  host.locale = Language::chinese;
  EXPECT_EQ(host.run({"--help"}), status_good);
  EXPECT_TRUE(has(host.out, "用法"));
  host.run({"--lang", "en"});
  EXPECT_TRUE(has(host.out, "Usage"));
  host.run({"doctor", "--jsno", "--lang=en"});
  EXPECT_TRUE(has(host.err, "Did you mean --json?")) << host.err;
}

TEST(Program, EveryCommandExplainsEveryOptionInBothLanguages) {
  TestHost host;
  for (const Command* command : commands()) {
    for (const char* language : {"en", "zh"}) {
      EXPECT_EQ(host.run({command->name, "--help", "--lang", language}), status_good);
      for (const auto& option : command->options) {
        EXPECT_TRUE(has(host.out, std::string("--") + option.name)) << command->name;
        EXPECT_STRNE(option.help.en, "") << option.name;
        EXPECT_STRNE(option.help.zh, "") << option.name;
      }
    }
  }
}

TEST(Program, ArgumentsThatNobodyWantsAreRefused) {
  TestHost host;
  EXPECT_EQ(host.run({"doctor", "x"}), status_usage);
  EXPECT_TRUE(has(host.err, "gpuenv doctor: doctor takes no argument 'x'.\n")) << host.err;
  EXPECT_EQ(host.run({"doctor", "a-folder"}), status_usage);
  EXPECT_TRUE(has(host.err, "Did you mean --env a-folder?")) << host.err;
}

TEST(Documentation, ListsAndExplainsFindings) {
  TestHost host;
  EXPECT_EQ(host.run({"--list-checks"}), status_good);
  const std::string list = host.out;
  EXPECT_TRUE(has(list, "torch.cpu-build"));
  EXPECT_EQ(host.run({"doctor", "--list-checks"}), status_good);
  EXPECT_EQ(host.out, list);
  EXPECT_EQ(host.run({"--about", "torch.cpu-build", "--lang", "zh"}), status_good);
  EXPECT_TRUE(has(host.out, "仅 CPU"));
  EXPECT_EQ(host.run({"doctor", "--about", "torch.cpu-build", "--json"}), status_good);
  EXPECT_TRUE(host.out.starts_with("{"));
}

TEST(Documentation, UnknownIdsGetADidYouMean) {
  TestHost host;
  EXPECT_EQ(host.run({"--about", "torch.cpubuild"}), status_usage);
  EXPECT_EQ(host.err, "gpuenv: there is no finding 'torch.cpubuild'. Did you mean torch.cpu-build?\n");
  EXPECT_EQ(host.run({"--about", "zzz"}), status_usage);
  EXPECT_TRUE(has(host.err, "gpuenv --list-checks"));
}

TEST(Doctor, ExaminesARecordingAndReturnsTheVerdict) {
  TestHost host = host_with_recording();
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_problems);
  EXPECT_TRUE(host.out.starts_with("✗ 1 problem found\n")) << host.out;
  EXPECT_EQ(host.err, "");
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder", "--json"}), status_problems);
  EXPECT_TRUE(has(host.out, "\"schema\": \"gpuenv/report/1\""));
  EXPECT_TRUE(has(host.out, "\"kind\": \"recording\""));
}

TEST(Doctor, WritesToAFileOnRequest) {
  TestHost host = host_with_recording();
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder", "-o", "r.txt"}), status_problems);
  EXPECT_EQ(host.out, "");
  EXPECT_EQ(host.err, "gpuenv: written to r.txt\n");
  EXPECT_TRUE(host.files["r.txt"].starts_with("✗"));
  host.full = true;
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder", "-o", "r.txt"}), status_unknown);
  EXPECT_EQ(host.err, "gpuenv: r.txt: no space left\n");
}

TEST(Doctor, ColorsAreForTerminalsUnlessToldOtherwise) {
  TestHost host = host_with_recording();
  const auto colored = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"doctor", "--machine", "a-folder"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    host.run(arguments);
    return has(host.out, "\x1b[");
  };
  EXPECT_FALSE(colored({}));
  EXPECT_TRUE(colored({"--color", "always"}));
  host.shown_on = {true, 80};
  EXPECT_TRUE(colored({}));
  EXPECT_FALSE(colored({"--color", "never"}));
  EXPECT_FALSE(colored({"--json"}));
}

TEST(Doctor, HeedsNoColor) {
  for (const auto& [value, colored] : {std::pair("1", false), std::pair("", true)}) {
    recorded::Recording machine = bare_machine();
    machine.variables["NO_COLOR"] = base::Known<std::string>(value, "environment");
    TestHost host(machine);
    host.files["a-folder/machine.toml"] = broken;
    host.shown_on = {true, 80};
    host.run({"doctor", "--machine", "a-folder"});
    EXPECT_EQ(has(host.out, "\x1b["), colored) << value;
  }
}

TEST(Doctor, AFullDiskIsAnErrorAndAReaderThatLeftIsNot) {
  TestHost host = host_with_recording();
  host.full = true;
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_unknown);
  EXPECT_TRUE(has(host.err, "standard output cannot be written"));
  host.full = false;
  host.pipe_gone = true;
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_problems);
  EXPECT_EQ(host.err, "");
}

TEST(Sources, FoldersThatAreNoneAreWrongUsage) {
  TestHost host;
  for (const char* option : {"--machine", "--data", "--env"}) {
    EXPECT_EQ(host.run({"doctor", option, "missing"}), status_usage);
    EXPECT_EQ(host.err, std::string("gpuenv: ") + option + " missing: there is no such folder.\n");
    EXPECT_EQ(host.run({"doctor", option, "a-file"}), status_usage);
    EXPECT_TRUE(has(host.err, std::string("gpuenv: ") + option + " a-file: that is a file")) << host.err;
    EXPECT_EQ(host.out, "");
  }
}

TEST(Sources, FoldersThatCannotBeReadLeaveTheQuestionOpen) {
  TestHost host;
  for (const char* option : {"--machine", "--data"}) {
    EXPECT_EQ(host.run({"doctor", option, "locked"}), status_unknown);
    EXPECT_TRUE(has(host.err, "cannot be looked at (permission denied)")) << host.err;
  }
}

TEST(Sources, MalformedFilesAreNamed) {
  TestHost host;
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_unknown);
  EXPECT_TRUE(has(host.err, "a-folder: holds no recording")) << host.err;
  host.files["a-folder/machine.toml"] = "os = \"linux\"\nos = 3\n";
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_unknown);
  EXPECT_TRUE(has(host.err, "a-folder/machine.toml:2: ")) << host.err;
  host.files["a-folder/machine.json"] = "{\"format\": ";
  EXPECT_EQ(host.run({"doctor", "--machine", "a-folder"}), status_unknown);
  EXPECT_TRUE(has(host.err, "a-folder/machine.json")) << host.err;
  EXPECT_EQ(host.run({"doctor", "--data", "a-folder"}), status_unknown);
  EXPECT_TRUE(has(host.err, "a-folder/")) << host.err;
}

TEST(Record, WritesAFolderThatPlaysBack) {
  TestHost host;
  EXPECT_EQ(host.run({"record", "-o", "a-folder"}), status_good) << host.err;
  ASSERT_TRUE(host.files.contains("a-folder/machine.json"));
  EXPECT_TRUE(has(host.out, "Recorded to a-folder: ")) << host.out;
  host.run({"doctor", "--machine", "a-folder", "--json"});
  EXPECT_TRUE(has(host.out, "\"name\": \"a-folder\"")) << host.err;
}

TEST(Record, WritesOnlyToANewOrEmptyFolder) {
  recorded::Recording machine = bare_machine();
  machine.directories["/start/a-folder"] =
      base::Known<std::vector<machine::DirectoryEntry>>({{"notes.txt", FileKind::file}}, "readdir");
  TestHost host(machine);
  EXPECT_EQ(host.run({"record", "-o", "a-folder"}), status_usage);
  EXPECT_TRUE(has(host.err, "the folder is not empty")) << host.err;
  EXPECT_EQ(host.run({"record", "-o", "a-file"}), status_usage);
  EXPECT_EQ(host.run({"record"}), status_usage);
  EXPECT_TRUE(has(host.err, "gpuenv record -o DIR")) << host.err;
  EXPECT_TRUE(host.files.empty());
}

TEST(Record, AFolderThatCannotBeWrittenIsAnError) {
  TestHost host;
  host.full = true;
  EXPECT_EQ(host.run({"record", "-o", "a-folder"}), status_unknown);
  EXPECT_EQ(host.err, "gpuenv: a-folder/machine.json: no space left\n");
}

}  // namespace
}  // namespace gpuenv::cli::test
