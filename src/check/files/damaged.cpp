// Are the files of the distributions there, and of the size that RECORD promises?
#include <algorithm>
#include <map>

#include "check/owners.h"
#include "check/support.h"
#include "steps/steps.h"

namespace gpuenv::check {
namespace {

using Kind = model::DamagedFile::Kind;
using model::DamagedFile;
using model::Distribution;
using model::Environment;

constexpr const char* gives[] = {"files.cut", "files.missing", "files.changed", "files.emptied"};

/// What one distribution has lost.
struct Loss {
  std::vector<const DamagedFile*> cut, missing, changed;
  bool emptied = false;  ///< a framework's own __init__.py is gone: an import gives an empty module
};

std::map<std::string, Loss> losses(const Input& input, const Environment& environment) {
  std::map<std::string, Loss> by_name;
  for (const auto& file : *environment.damaged) {
    Loss& loss = by_name[file.distribution];
    (file.kind == Kind::cut       ? loss.cut
     : file.kind == Kind::missing ? loss.missing
                                  : loss.changed)
        .push_back(&file);
    if (file.kind != Kind::missing) continue;
    const auto* framework = framework_of(input, environment, file.distribution);
    const auto row = framework != nullptr ? input.catalog.framework(framework->name) : std::nullopt;
    if (!row) continue;
    std::string path = file.path;
    std::replace(path.begin(), path.end(), '\\', '/');
    loss.emptied |= path.ends_with("/" + row->import_name + "/__init__.py");
  }
  return by_name;
}

bool is_library(const DamagedFile& file) {
  return file.path.contains(".so") || file.path.ends_with(".dll") || file.path.ends_with(".pyd");
}

std::string size_text(long long bytes) {
  return bytes < 0 ? "-" : std::to_string(bytes) + " B";
}

/// A file that tells the build of a framework, which it imports at its start, and that is gone or empty.
bool stops_import(const Input& input, const model::Framework* framework, const DamagedFile& file) {
  const auto row = framework != nullptr ? input.catalog.framework(framework->name) : std::nullopt;
  if (!row || file.found > 0) return false;
  std::string path = file.path;
  std::replace(path.begin(), path.end(), '\\', '/');
  return std::any_of(row->files.begin(), row->files.end(),
                     [&](const auto& teller) { return path.ends_with("/" + teller.path); });
}

/// Only what a framework needs stops the card from being used; --deep also finds lost files of other
/// distributions.
bool matters(const Input& input, const Environment& environment, const std::string& name,
             const std::vector<const DamagedFile*>& files) {
  const auto* framework = framework_of(input, environment, name);
  const bool needed = framework != nullptr || name.starts_with("nvidia-");
  return needed && std::any_of(files.begin(), files.end(), [&](const auto* file) {
           return is_library(*file) || stops_import(input, framework, *file);
         });
}

void add(const Input& input, const Environment& environment, const std::string& name, const char* id,
         const std::vector<const DamagedFile*>& files, Answer& answer) {
  if (files.empty()) return;
  model::Finding finding = begin(input, id);
  const auto* framework = framework_of(input, environment, name);
  finding.applies_to = {environment.path, framework != nullptr ? framework->name : "", -1};
  const DamagedFile& first = *files.front();
  const Distribution* distribution = environment.find(name);
  finding.parameters = {{"environment", environment.path},
                        {"package", name},
                        {"version", distribution != nullptr ? distribution->version.text() : "?"},
                        {"path", first.path},
                        {"count", std::to_string(files.size())},
                        {"promised", first.promised < 0 ? "?" : size_text(first.promised)},
                        {"found", size_text(first.found)}};
  if (!matters(input, environment, name, files) && finding.severity == model::Severity::error &&
      finding.id != "files.emptied")
    finding.severity = model::Severity::warning;
  if (std::any_of(files.begin(), files.end(),
                  [&](const auto* file) { return stops_import(input, framework, *file); }))
    finding.severity = model::Severity::error;
  if (std::none_of(files.begin(), files.end(), [](const auto* file) { return file->sure; }))
    finding.confidence = model::Confidence::likely;
  constexpr size_t most_evidence = 3;
  for (size_t i = 0; i < files.size() && i < most_evidence; ++i)
    finding.evidence.push_back({files[i]->path, "RECORD: " + size_text(files[i]->promised) +
                                                    ", found: " + size_text(files[i]->found)});
  if (distribution != nullptr) {
    const bool windows = input.facts.os.family == base::OsFamily::windows;
    finding.fix.push_back(steps::reinstall({*distribution}, index_of(input, environment, *distribution),
                                           steps::target_for(environment, windows), true));
  }
  answer.findings.push_back(std::move(finding));
}

void judge_environment(const Input& input, const Environment& environment, Answer& answer) {
  const model::AppliesTo here{environment.path, "", -1};
  if (environment.damaged.undecided() && !environment.frameworks.empty())
    answer.cannot_tell("environment.files", environment.damaged, here);
  if (!environment.damaged.known()) return;
  for (const auto& [name, loss] : losses(input, environment)) {
    add(input, environment, name, "files.cut", loss.cut, answer);
    add(input, environment, name, loss.emptied ? "files.emptied" : "files.missing", loss.missing, answer);
    add(input, environment, name, "files.changed", loss.changed, answer);
  }
}

void run(const Input& input, Answer& answer) {
  for (const auto& environment : input.facts.environments) judge_environment(input, environment, answer);
}

}  // namespace

extern const Check files_damaged{gives, run};

}  // namespace gpuenv::check
