// What the program needs of the machine it runs on, the same on all systems.
#include "machine/live/live.h"

#include <gtest/gtest.h>

#include <map>

#include "machine/live/language.h"
#include "machine/live/temporary_folder.h"

namespace gpuenv::machine::live {
namespace {

TEST(Live, TellsAboutTheSystemAndTheUser) {
  const auto machine = open_live_machine();
  EXPECT_EQ(machine->traits().kind, Traits::Kind::live);
  EXPECT_EQ(machine->traits().name, "host");
  const auto system = machine->system();
  ASSERT_TRUE(system.known());
  EXPECT_FALSE(system->kernel.empty());
  EXPECT_TRUE(system->architecture == "x86_64" || system->architecture == "aarch64") << system->architecture;
  EXPECT_TRUE(base::is_absolute(machine->traits().paths, system->working_directory))
      << system->working_directory;
}

TEST(Live, VariablesThatAreNotSetAreAbsent) {
  const auto machine = open_live_machine();
  EXPECT_TRUE(machine->variable("GPUENV_NO_SUCH_VARIABLE").absent());
  EXPECT_TRUE(machine->variable("").absent());
  EXPECT_TRUE(machine->variable("PATH=x").absent());
  EXPECT_TRUE(machine->variable("PATH").known());
  EXPECT_EQ(machine->variable("PATH").origin(), "$PATH");
}

TEST(Live, TheKernelLogIsTextOrAReason) {
  const auto log = open_live_machine()->kernel_log();
  EXPECT_EQ(log.origin(), "kernel log");
  if (log.known())
    EXPECT_LE(log->size(), std::size_t{1} << 20);
  else
    EXPECT_FALSE(log.why().detail.empty());
}

TEST(Live, WritesFilesAndMakesTheirFolders) {
  const TemporaryFolder folder;
  const std::string path = folder.at("a/b/c.txt"), bytes("1\r\n2\n\0x", 7);
  ASSERT_TRUE(write_file(path, bytes, true).has_value());
  EXPECT_EQ(*read_whole_file(path), bytes);
  ASSERT_TRUE(write_file(path, "shorter", true).has_value());
  EXPECT_EQ(*read_whole_file(path), "shorter");
  EXPECT_EQ(*file_names(folder.at("a/b")), std::vector<std::string>{"c.txt"});
  EXPECT_TRUE(file_names(folder.at("a"))->empty()) << "folders are no files";
}

TEST(Live, FoldersAreMadeOnlyWhenAskedFor) {
  const TemporaryFolder folder;
  EXPECT_FALSE(write_file(folder.at("a/b"), "x", false).has_value());
  EXPECT_TRUE(file_names(folder.path())->empty());
  EXPECT_TRUE(write_file(folder.at("b"), "x", false).has_value());
}

TEST(Live, FilesThatCannotBeWrittenOrReadAreNamed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file", "x");
  for (const std::string& path : {folder.at("file/below"), folder.path()}) {
    const auto written = write_file(path, "x", true);
    ASSERT_FALSE(written.has_value());
    EXPECT_TRUE(written.error().message.starts_with(path)) << written.error().message;
  }
  const auto missing = read_whole_file(folder.at("nothing"));
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, base::Error::Kind::io);
  EXPECT_TRUE(missing.error().message.starts_with(folder.at("nothing"))) << missing.error().message;
  EXPECT_FALSE(file_names(folder.at("nothing")).has_value());
  EXPECT_FALSE(file_names(file).has_value());
}

TEST(Live, NamesWithAnyLettersWork) {
  const TemporaryFolder folder;
  const std::string name = "\xe6\x98\xbe\xe5\x8d\xa1 caf\xc3\xa9.txt";  // Chinese, a blank, an accent
  const auto machine = open_live_machine();
  const std::string path = machine->join(folder.path(), name);
  ASSERT_TRUE(write_file(path, "x", true).has_value());
  EXPECT_EQ(*file_names(folder.path()), std::vector<std::string>{name});
  EXPECT_EQ(*machine->read_file(path, 10), "x");
}

TEST(Live, TheWidthOfTheTerminalIsAlwaysANumber) {
  EXPECT_GT(terminal_width(), 0);
}

TEST(Live, ALibraryThatCannotBeOpenedSaysWhy) {
  const TemporaryFolder folder;
  const auto opener = open_libraries();
  const auto library = opener->open(folder.file("text.so", "no library"));
  ASSERT_FALSE(library.known());
  EXPECT_FALSE(library.why().detail.empty());
}

std::optional<std::string> language(std::map<std::string, std::string> variables) {
  return language_of_variables([&](const char* name) { return variables[name]; });
}

TEST(Language, ComesFromTheFirstVariableThatIsSet) {
  EXPECT_EQ(language({{"LANG", "zh_CN.UTF-8"}}), "zh_CN");
  EXPECT_EQ(language({{"LANG", "zh_CN.UTF-8"}, {"LC_MESSAGES", "de_DE@euro"}}), "de_DE");
  EXPECT_EQ(language({{"LANG", "zh_CN"}, {"LC_ALL", "C.UTF-8"}}), "");
  EXPECT_EQ(language({{"LC_ALL", ""}, {"LANG", "POSIX"}}), "");
  EXPECT_EQ(language({{"LC_CTYPE", "zh_CN"}}), std::nullopt);
}

}  // namespace
}  // namespace gpuenv::machine::live
