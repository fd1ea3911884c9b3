// Mistakes in data/ are named with file, line and row.
#include "catalog/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "catalog/pack.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

/// The message for the small folder with one text replaced.
std::string message(const std::string& path, const std::string& text, const std::string& other) {
  const auto blob = pack_folder(folder_of(small_files_with(path, text, other)));
  return blob ? "" : blob.error().message;
}

TEST(CatalogMistakes, TheSmallFolderHasNone) {
  const auto blob = pack_folder(folder_of(small_files()));
  EXPECT_TRUE(blob) << blob.error().message;
}

TEST(CatalogMistakes, WrongFormNamesFileLineRowAndForm) {
  EXPECT_EQ(message("gpus.toml", "\"8.9\"", "\"8.x\""),
            "data/gpus.toml:8: row gpu[1] 'NVIDIA GeForce RTX 4090': compute_capability '8.x' is not a "
            "number like 8.9");
  EXPECT_EQ(message("gpus.toml", "\"2684\"", "\"26845\""),
            "data/gpus.toml:9: row gpu[1] 'NVIDIA GeForce RTX 4090': pci_device_ids '26845' is not a device "
            "id of four hex "
            "digits like 2684");
  EXPECT_EQ(message("drivers.toml", "551-554", "551 to 554"),
            "data/drivers.toml:6: row branch[1] 'R550': windows_series '551 to 554' is not a span of numbers "
            "like 551-554");
  EXPECT_EQ(message("drivers.toml", "2025-06", "2025-13"),
            "data/drivers.toml:4: row branch[1] 'R550': eol '2025-13' is not a date like 2026-12-02");
  EXPECT_EQ(message("drivers.toml", "\"12.4\"", "\"twelve\""),
            "data/drivers.toml:5: row branch[1] 'R550': cuda_max 'twelve' is not a version like 12.4");
  EXPECT_EQ(message("drivers.toml", "major = 550", "major = -1"),
            "data/drivers.toml:3: row branch[1] 'R550': major '-1' is not a whole number");
  EXPECT_EQ(message("gpus.toml", "collected = \"2026-12-02\"", "collected = \"2026-12\""),
            "data/gpus.toml:2: table [meta]: collected '2026-12' is not a date like 2026-12-02");
}

TEST(CatalogMistakes, VersionsStandInQuotesAndNumbersDoNot) {
  EXPECT_EQ(message("gpus.toml", "\"8.9\"", "8.9"),
            "data/gpus.toml:8: row gpu[1] 'NVIDIA GeForce RTX 4090': compute_capability is not in quotes");
  EXPECT_EQ(
      message("drivers.toml", "[\"8.9\"]", "[8.9]"),
      "data/drivers.toml:11: row arch_support[1] 'Ada Lovelace': compute_capabilities is not in quotes");
  EXPECT_EQ(message("drivers.toml", "major = 550", "major = \"550\""),
            "data/drivers.toml:3: row branch[1] 'R550': major is not written as a whole number");
  EXPECT_EQ(message("limits.toml", "1024", "1024.0"),
            "data/limits.toml:3: row limit[1] 'disk.almost-full': value is not written as a whole number");
}

TEST(CatalogMistakes, EveryNumberThatTheChecksNeedHasARow) {
  EXPECT_EQ(message("limits.toml", "wsl.windows-build", "wsl.build"),
            "data/limits.toml: there is no row 'wsl.windows-build'; the checks need it");
}

/// The keys that the files of this room read from rows, as they are quoted there.
std::set<std::string> keys_read() {
  std::set<std::string> keys;
  const std::filesystem::path room = std::string(GPUENV_SOURCE_DIR) + "/src/catalog";
  const std::regex read(R"re(\b\w*row\w*\.(?:text|strings|list|lists|flag|has)\("([a-z0-9_]+)")re");
  for (const char* name : {"builds", "companions", "cuda_packages", "decode", "driver_packages", "drivers",
                           "frameworks", "gpus", "limits"}) {
    std::ifstream file(room / (std::string(name) + ".cpp"));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (std::sregex_iterator match(text.begin(), text.end(), read), end; match != end; ++match)
      keys.insert((*match)[1]);
  }
  return keys;
}

TEST(CatalogMistakes, EveryKeyThatIsReadHasARule) {
  const auto known = keys_with_rules();
  const auto read = keys_read();
  EXPECT_GT(read.size(), 50U);
  for (const auto& key : read) EXPECT_TRUE(std::find(known.begin(), known.end(), key) != known.end()) << key;
}

TEST(CatalogMistakes, MisspeltKeysThatChangeTheVerdictAreNamed) {
  EXPECT_EQ(
      message("frameworks/torch.toml", "cpu_requirement = ", "windows_gpux = \"2.10\"\ncpu_requirement = "),
      "data/frameworks/torch.toml:7: table [framework]: windows_gpux is not known here; windows_gpu is");
  EXPECT_EQ(message("gpus.toml", "source = ", "unconfirmd = true\nsource = "),
            "data/gpus.toml:10: row gpu[1] 'NVIDIA GeForce RTX 4090': unconfirmd is not known here; "
            "unconfirmed is");
  EXPECT_EQ(message("frameworks/torch.toml", "[[file]]", "[[fil]]"),
            "data/frameworks/torch.toml: there is no [[file]]");
}

TEST(CatalogMistakes, WrongWordsNameTheRightOnes) {
  EXPECT_EQ(message("frameworks/torch.toml", "[\"linux\"]", "[\"macos\"]"),
            "data/frameworks/torch.toml:14: row build[1] '2.8 cu124': os 'macos' is not linux or windows");
  EXPECT_EQ(message("frameworks/torch.toml", "cuda = \"12.4\"", "cuda = \"12.4\"\nindex_kind = \"page\""),
            "data/frameworks/torch.toml:14: row build[1] '2.8 cu124': index_kind 'page' is not index, extra "
            "or links");
}

TEST(CatalogMistakes, MissingAndEmptyFields) {
  EXPECT_EQ(message("gpus.toml", "arch = \"Ada Lovelace\"\n", ""),
            "data/gpus.toml:4: row gpu[1] 'NVIDIA GeForce RTX 4090': arch is missing");
  EXPECT_EQ(message("toolkits.toml", "source = [\"list\"]\n\n[[mvc", "source = []\n\n[[mvc"),
            "data/toolkits.toml:6: row toolkit[1] '12.4.1': source is an empty list");
  EXPECT_EQ(message("frameworks/torch.toml", "os = [\"linux\"]\nsource = \"https://pytorch.org\"\n",
                    "os = [\"linux\"]\n"),
            "data/frameworks/torch.toml:10: row build[1] '2.8 cu124': source is missing");
  EXPECT_EQ(message("gpus.toml", "name = \"NVIDIA GeForce RTX 4090\"", "name = \"\""),
            "data/gpus.toml:5: row gpu[1] 'Ada Lovelace': name '' is not a text with something in it");
}

TEST(CatalogMistakes, AMisspeltKeyIsNamedAndARemarkIsNot) {
  EXPECT_EQ(message("gpus.toml", "pci_device_ids = ", "pci_devices_ids = "),
            "data/gpus.toml:9: row gpu[1] 'NVIDIA GeForce RTX 4090': pci_devices_ids is not known here; "
            "pci_device_ids is");
  EXPECT_EQ(message("gpus.toml", "arch = \"Ada", "note = \"popular\"\narch = \"Ada"), "");
}

TEST(CatalogMistakes, ListsAndSingleValuesAreNotMixedUp) {
  EXPECT_EQ(message("gpus.toml", "[\"2684\"]", "\"2684\""),
            "data/gpus.toml:9: row gpu[1] 'NVIDIA GeForce RTX 4090': pci_device_ids is one value, a list is "
            "wanted");
  EXPECT_EQ(message("gpus.toml", "\"8.9\"", "[\"8.9\"]"),
            "data/gpus.toml:8: row gpu[1] 'NVIDIA GeForce RTX 4090': compute_capability is a list, one value "
            "is wanted");
}

TEST(CatalogMistakes, ARowThatStandsTwice) {
  const std::string row =
      "\n[[build]]\nrelease = \"2.8\"\nvariant = \"cu124\"\ncuda = \"12.4\"\nos = [\"linux\"]\nsource = "
      "\"x\"\n";
  Files files = small_files();
  files["frameworks/torch.toml"] += row;
  EXPECT_EQ(pack_folder(folder_of(files)).error().message,
            "data/frameworks/torch.toml:24: row build[2] '2.8 cu124': stands a second time");
}

TEST(CatalogMistakes, AFileRowNeedsItsKey) {
  Files files = small_files();
  files["frameworks/torch.toml"] +=
      "\n[[file]]\npath = \"torch/version.py\"\nfield = \"cuda\"\nhow = \"assignment\"\nsource = \"x\"\n";
  EXPECT_EQ(pack_folder(folder_of(files)).error().message,
            "data/frameworks/torch.toml:24: row file[2] 'torch/version.py': key is missing");
}

TEST(CatalogMistakes, FilesAndTablesThatAreNotThere) {
  Files files = small_files();
  files.erase("drivers.toml");
  EXPECT_EQ(pack_folder(folder_of(files)).error().message, "data/drivers.toml: no such file");
  files = small_files();
  files["toolkits.toml"] = "";
  EXPECT_EQ(pack_folder(folder_of(files)).error().message, "data/toolkits.toml: there is no [[toolkit]]");
  files = small_files();
  files["frameworks/jax.toml"] = files["frameworks/torch.toml"];
  EXPECT_EQ(pack_folder(folder_of(files)).error().message,
            "data/frameworks/jax.toml:1: table [framework]: name 'torch' is not the name of the file");
  files["frameworks/jax.toml"] = "";
  EXPECT_EQ(pack_folder(folder_of(files)).error().message,
            "data/frameworks/jax.toml: there is no [framework]");
}

TEST(CatalogMistakes, AFolderThatCannotBeListedIsTheError) {
  FolderReader folder = folder_of(small_files());
  folder.list = [](std::string_view subfolder) -> Result<std::vector<std::string>> {
    return base::io_error("data/" + std::string(subfolder) + ": permission denied");
  };
  const auto catalog = Catalog::from_folder(folder);
  ASSERT_FALSE(catalog);
  EXPECT_EQ(catalog.error().message, "data/frameworks: permission denied");
  EXPECT_EQ(catalog.error().kind, base::Error::Kind::io);
}

TEST(CatalogMistakes, OtherFilesInTheFoldersAreLeftAlone) {
  Files files = small_files();
  files["findings/README.md"] = "not a finding";
  EXPECT_TRUE(pack_folder(folder_of(files)));
}

}  // namespace
}  // namespace gpuenv::catalog
