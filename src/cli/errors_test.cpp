// Errors about files and recordings are told in Chinese as well: every sentence that the code which reads
// them holds has a row in data/phrases.toml.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "report/phrase_book.h"

namespace gpuenv::cli {
namespace {

namespace fs = std::filesystem;

/// Where the sentences stand that say what is wrong with a file, a recording or a table.
constexpr const char* places[] = {"src/machine/recorded",
                                  "src/catalog",
                                  "src/machine/live/own_files.cpp",
                                  "src/machine/live/files_posix.cpp",
                                  "src/machine/live/files_windows.cpp",
                                  "src/machine/live/handle_posix.h",
                                  "src/machine/live/write_posix.cpp",
                                  "src/machine/live/write_windows.cpp"};

std::vector<fs::path> sources() {
  std::vector<fs::path> files;
  const auto take = [&](const fs::path& path) {
    const std::string name = path.filename().string();
    const bool code = path.extension() == ".cpp" || path.extension() == ".h";
    if (code && !name.ends_with("_test.cpp") && !name.starts_with("test_")) files.push_back(path);
  };
  for (const char* place : places) {
    const fs::path path = fs::path(GPUENV_SOURCE_DIR) / place;
    if (!fs::is_directory(path)) {
      take(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) take(entry.path());
  }
  return files;
}

/// The texts in quotes of a C++ file, those that stand next to each other as one, without #include lines.
std::vector<std::string> texts_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string code, line;
  while (std::getline(file, line))
    if (!line.starts_with("#include")) code += std::regex_replace(line, std::regex(R"(//[^"]*$)"), "") + "\n";
  std::vector<std::string> texts;
  const std::regex quoted(R"rx("((?:[^"\\\n]|\\.)*)"(\s*"(?:[^"\\\n]|\\.)*")*)rx");
  for (std::sregex_iterator one(code.begin(), code.end(), quoted), end; one != end; ++one) {
    std::string text = std::regex_replace(one->str(), std::regex(R"rx(([^\\])"\s*")rx"), "$1");
    text = text.substr(1, text.size() - 2);
    if (text.contains("\\n")) continue;  // the content of a file
    texts.push_back(std::regex_replace(text, std::regex(R"(\\(.))"), "$1"));
  }
  return texts;
}

/// Three words in a row, at least one of them of small letters only: no key, no path, no line of a file.
bool is_sentence(const std::string& text) {
  return std::regex_search(text, std::regex(R"((^|[ '\[\]}:])[a-z]+,? [a-z]+,? [a-z]+($|[ ';,:?)]))"));
}

/// As it is when it comes to the reader: something in every place, and where it is put together.
std::string filled(std::string text) {
  if (text.starts_with(' ')) text = "X" + text;
  if (text.ends_with(' ')) text += "X";
  const std::string whole = std::regex_replace(text, std::regex(R"(\{[0-9:#x]*\})"), "X");
  return std::regex_replace(std::regex_replace(whole, std::regex(R"(\{\{)"), "{"), std::regex(R"(\}\})"),
                            "}");
}

bool has_chinese(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

TEST(Errors, EverySentenceAboutFilesHasItsChinese) {
  size_t sentences = 0;
  for (const auto& path : sources())
    for (const auto& text : texts_of(path)) {
      if (!is_sentence(text)) continue;
      ++sentences;
      EXPECT_TRUE(has_chinese(report::phrase(filled(text), report::Language::chinese)))
          << path.string() << ": " << text;
    }
  EXPECT_GT(sentences, 60U);
}

}  // namespace
}  // namespace gpuenv::cli
