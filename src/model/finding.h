// Findings: what the checks say, without sentences; report/ fills in the texts of data/findings/.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/known.h"

namespace gpuenv::model {

enum class Role { cause, symptom, note };
enum class Severity { error, warning, info };
enum class Confidence { certain, likely, possible };

constexpr const char* word(Role role) {
  return role == Role::cause ? "cause" : role == Role::symptom ? "symptom" : "note";
}
constexpr const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "info";
}
constexpr const char* word(Confidence confidence) {
  return confidence == Confidence::certain ? "certain" : confidence == Confidence::likely ? "likely" : "possible";
}

/// Values for the placeholders of a text: {name} in data/findings is parameters["name"].
using Parameters = std::map<std::string, std::string>;

/// What a finding rests on: where it was read, and what stood there.
struct Evidence {
  std::string source;
  std::string text;
};

/// One thing to do. `text` names a sentence of the finding's row ("fix.<text>"); the command is for the named shell.
struct Step {
  std::string text;
  Parameters parameters;
  std::string command;  ///< "" when there is nothing to type
  std::string shell;    ///< "bash", "powershell", "fish"; "" without command
};

/// What a finding is about; empty fields = the whole machine.
struct AppliesTo {
  std::string environment;  ///< path
  std::string framework;    ///< catalog name
  int gpu = -1;             ///< place in Facts::cards.nvidia, -1 = all
  bool operator==(const AppliesTo&) const = default;
};

struct Finding {
  std::string id;  ///< area.what, stable
  Role role = Role::cause;
  Severity severity = Severity::error;
  Confidence confidence = Confidence::certain;
  Parameters parameters;
  std::vector<Evidence> evidence;
  std::vector<Step> fix;
  std::vector<std::string> explains;  ///< ids of findings that this one accounts for (from its row)
  AppliesTo applies_to;
  std::vector<std::string> refs;  ///< links (from its row)
};

/// Two findings are about the same thing when no field that both name differs.
inline bool overlap(const AppliesTo& a, const AppliesTo& b) {
  const auto same = [](const std::string& x, const std::string& y) { return x.empty() || y.empty() || x == y; };
  return same(a.environment, b.environment) && same(a.framework, b.framework) && (a.gpu < 0 || b.gpu < 0 || a.gpu == b.gpu);
}

/// Whether a cause accounts for another finding.
inline bool explains(const Finding& cause, const Finding& other) {
  return &cause != &other && cause.role == Role::cause && overlap(cause.applies_to, other.applies_to) &&
         std::find(cause.explains.begin(), cause.explains.end(), other.id) != cause.explains.end();
}

/// A question that could not be decided, and the fact that would decide it.
struct Open {
  std::string fact;    ///< "driver.version"
  std::string reason;  ///< "/proc/driver/nvidia/version: permission denied"
  AppliesTo applies_to;
  std::optional<base::Why> why;  ///< why the fact is not known; nothing when it is known and settles nothing
  std::vector<std::string> leaves_open;  ///< ids of the findings that the check could give; set by the judge
};

enum class Verdict { healthy, problems, unknown };
/// For a card, an environment or a framework.
enum class PartVerdict {
  usable,
  problems,
  unknown,
  cpu_only,  ///< a framework that runs, on the CPU: nobody asked for more
};

constexpr const char* word(Verdict verdict) {
  return verdict == Verdict::healthy ? "healthy" : verdict == Verdict::problems ? "problems" : "unknown";
}
constexpr const char* word(PartVerdict verdict) {
  return verdict == PartVerdict::usable     ? "usable"
         : verdict == PartVerdict::problems ? "problems"
         : verdict == PartVerdict::cpu_only ? "cpu-only"
                                            : "unknown";
}

/// What the judge makes of all findings.
struct Judgement {
  Verdict verdict = Verdict::unknown;
  std::vector<Finding> findings;  ///< causes first, the most severe and most certain first
  std::vector<Open> open;
  std::vector<PartVerdict> gpus;                      ///< one for each of Facts::cards.nvidia
  std::vector<Verdict> environments;                  ///< one for each of Facts::environments
  std::vector<std::vector<PartVerdict>> frameworks;   ///< for each environment, one for each framework
};

}  // namespace gpuenv::model
