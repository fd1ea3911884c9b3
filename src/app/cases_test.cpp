// Every recorded machine in cases/, with one answer taken away at a time: the verdict may become open, but no
// other cause may appear and nothing may become healthy.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/doctor.h"
#include "machine/recorded/recorded.h"

namespace gpuenv::app {
namespace {

namespace recorded = machine::recorded;
using model::Verdict;

base::Result<std::string> read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::io_error(path.string() + ": not there");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::filesystem::path recording_folder(const std::filesystem::path& place) {
  return std::filesystem::exists(place / "machine") ? place / "machine" : place;
}

recorded::Recording load(const std::filesystem::path& place) {
  const auto folder = recording_folder(place);
  auto loaded = recorded::load([&](std::string_view name) { return read_text(folder / name); },
                               place.filename().string());
  EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : loaded.error().message);
  return loaded ? *loaded : recorded::Recording{};
}

struct Outcome {
  Verdict verdict;
  std::set<std::string> causes;
  std::set<std::string> explained;  ///< what a cause accounts for
};

Outcome examine(recorded::Recording recording) {
  static const auto catalog = catalog::Catalog::embedded();
  const auto machine = recorded::play(std::move(recording));
  const auto examination = doctor(*machine, catalog, {});
  Outcome outcome{examination.judgement.verdict, {}, {}};
  for (const auto& finding : examination.judgement.findings) {
    if (finding.role == model::Role::note || finding.severity != model::Severity::error) continue;
    auto& list = finding.role == model::Role::cause ? outcome.causes : outcome.explained;
    list.insert(finding.id + " " + finding.applies_to.environment + " " +
                std::to_string(finding.applies_to.gpu));
  }
  return outcome;
}

std::vector<std::filesystem::path> case_folders() {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GPUENV_SOURCE_DIR) / "cases"))
    if (std::filesystem::exists(entry.path() / "expect.toml")) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

class Case : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Case, WithoutOneAnswerNeverTellsAnotherCause) {
  const auto recording = load(GetParam());
  const Outcome whole = examine(recording);
  for (const auto& answer : recorded::answers(recording)) {
    const Outcome less = examine(recorded::without(recording, answer));
    // Most machines let only root read the kernel log: what it would explain stands for itself there.
    const bool explains = answer == "kernel_log";
    for (const auto& cause : less.causes)
      EXPECT_TRUE(whole.causes.count(cause) || (explains && whole.explained.count(cause)))
          << "without \"" << answer << "\" another cause appears: " << cause;
    if (whole.verdict != Verdict::healthy) {
      EXPECT_NE(less.verdict, Verdict::healthy) << "without \"" << answer << "\" the machine looks healthy";
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.filename().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Case, testing::ValuesIn(case_folders()), test_name);

}  // namespace
}  // namespace gpuenv::app
