// Recordings: a machine's answers kept as data, played back on any system, and taken from a live one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/known.h"
#include "base/os.h"
#include "base/result.h"
#include "machine/machine.h"

namespace gpuenv::machine::recorded {

/// What reading a file gave.
struct FileAnswer {
  Known<std::string> bytes;
  bool cut = false;  ///< `bytes` may be only the beginning: the reader asked for no more than this
};

/// The answers of one machine, by kind of question. A question without an entry has no answer; an entry may
/// also hold the reason why there is none (absent, denied ...). Paths are spelled as they were asked; the
/// player folds case where the OS does.
struct Recording {
  std::string name;  ///< not part of the file: the folder it came from
  base::OsFamily os = base::OsFamily::linux;
  bool complete = false;  ///< made by the recorder: it answers every question that an examination asks
  std::string scrubbed;   ///< what was replaced before it was written, in words; "" = nothing
  std::vector<std::string>
      environments;            ///< that were named when it was taken; they are examined on playing, too
  bool all_variables = false;  ///< variables without an entry are not set
  bool all_registry = false;   ///< registry keys and values without an entry do not exist

  Known<SystemInfo> system;
  std::map<std::string, FileAnswer> files;
  std::map<std::string, Known<FileStatus>> status;
  std::map<std::string, Known<std::vector<DirectoryEntry>>> directories;
  std::map<std::string, Known<std::string>> links;
  std::map<std::string, Known<bool>> access;
  std::map<std::string, Known<std::string>> summaries;  ///< of big files, by "<kind> <path>"
  /// By folder. Where not everything was recorded from a machine (see complete), an entry also holds below
  /// it.
  std::map<std::string, Known<std::uint64_t>> free_bytes;
  std::map<std::string, Known<std::string>> variables;
  std::map<std::string, std::map<std::string, Known<std::string>>> registry_values;  ///< key, then value name
  std::map<std::string, Known<std::vector<std::string>>> registry_keys;
  Known<std::vector<DeviceNode>> display_devices;
  Known<std::string> kernel_log;  ///< only the lines of NVIDIA's driver: the others are nobody's business
  std::map<std::string, Known<std::string>> vendor;  ///< request to reply

  /// How machines of this kind write paths.
  base::PathStyle paths() const {
    return os == base::OsFamily::windows ? base::windows_paths : base::posix_paths;
  }
};

/// Reads the text of a machine.json. The error is one sentence that begins with `file` and names the byte or
/// the key.
[[nodiscard]] base::Result<Recording> read_recording(std::string_view text, std::string_view file);

/// The text of a machine.json; read_recording gives the same recording back (names that are not UTF-8 get
/// U+FFFD).
std::string write_recording(const Recording& recording);

/// Turns a short hand-written machine.toml into the recording of such a machine; docs of the keys:
/// expand/spec.h.
[[nodiscard]] base::Result<Recording> expand(std::string_view toml, std::string_view file);

/// Loads a recording folder through the caller's reader of its files: machine.json, else machine.toml.
[[nodiscard]] base::Result<Recording> load(
    const std::function<base::Result<std::string>(std::string_view name)>& read,
    const std::string& folder_name);

/// Every single answer of a recording, named "<kind> <what>": "files /etc/os-release", "registry_values
/// HKLM\X\y".
std::vector<std::string> answers(const Recording& recording);

/// The recording with one named answer turned into "not recorded".
Recording without(Recording recording, const std::string& answer);

struct PlayOptions {
  bool log_all = false;  ///< keep all questions in asked(), not only the unanswered ones
};

/// A machine that answers from a recording. Absences follow from what was recorded: a name that a recorded
/// listing lacks, and everything below an absent folder, are absent; paths lead through recorded links.
class RecordedMachine : public Machine {
 public:
  /// Questions asked so far, as "<kind> <what>"; empty unless PlayOptions::log_all.
  virtual const std::vector<std::string>& asked() const = 0;
  /// Questions that the recording has no answer to, each once.
  virtual const std::vector<std::string>& unanswered() const = 0;
};

std::unique_ptr<RecordedMachine> play(Recording recording, const PlayOptions& options = {});

/// A machine that passes each question on and notes the answer.
class Recorder : public Machine {
 public:
  /// What has been noted; the recorder is empty afterwards. Replies of the vendor child count once they have
  /// been waited for.
  virtual Recording take() = 0;
};

/// Records a machine, which has to live as long as the recorder.
std::unique_ptr<Recorder> record(Machine& live);

/// Replaces user names, host names, secrets, serial numbers, GPU UUIDs, network addresses: the same by the
/// same everywhere, in keys and values, so that paths still fit together.
Recording scrub(const Recording& recording);

/// The same for a text about a machine, such as a report. `home` is the home folder of its user.
std::string scrub_report(std::string_view text, const std::string& home, const base::PathStyle& style);

}  // namespace gpuenv::machine::recorded
