// A machine as literals, for tests. What was not put in is absent; any path can be made to
// refuse its answer.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.h"

namespace gpuenv::machine::test {

using base::Known;
using base::Unknown;
using base::Why;

class TestMachine : public machine::Machine {
 public:
  explicit TestMachine(base::OsFamily os = base::OsFamily::linux) {
    const bool windows = os == base::OsFamily::windows;
    traits_ = {machine::Traits::Kind::recording, "test", os,
               windows ? base::windows_paths : base::posix_paths};
    info = SystemInfo{windows ? "10.0.22631" : "6.8.0-45-generic", "x86_64",
                      windows ? R"(C:\Users\user)" : "/home/user", windows ? R"(C:\proj)" : "/proj"};
    folder(info->home);
    folder(info->working_directory);
  }

  // What there is.
  void file(const std::string& path, std::string bytes = "") {
    enter(path, {FileKind::file, std::move(bytes)});
  }
  void folder(const std::string& path) { enter(path, {FileKind::directory, ""}); }
  void link(const std::string& path, std::string target) { enter(path, {FileKind::link, std::move(target)}); }
  void device(const std::string& path) { enter(path, {FileKind::device, ""}); }
  /// No answer to any question about this path, for this reason.
  void refuse(const std::string& path, Why why = Why::denied) { refused[key(path)] = why; }

  std::optional<SystemInfo> info;
  std::map<std::string, std::string> variables;
  std::map<std::string, std::string> registry;  ///< "KEY\\name" to text
  std::map<std::string, std::vector<std::string>> keys;
  Known<std::vector<DeviceNode>> devices = Unknown{Why::unsupported, ""};
  Known<std::string> log = Unknown{Why::denied, "kernel log"};
  int log_questions = 0;
  std::map<std::string, Known<std::string>> vendor;
  std::map<std::string, std::uint64_t> free;  ///< bytes free at a folder and below; plenty elsewhere
  std::map<std::string, Why> refused;         ///< paths by their key, variables as "$NAME"
  int questions = 0;                          ///< about files and folders
  std::vector<std::string> vendor_asked;

  const machine::Traits& traits() const override { return traits_; }
  Known<SystemInfo> system() override {
    if (!info) return Unknown{Why::not_recorded, "system"};
    return {*info, "system"};
  }

  Known<std::string> read_file(std::string_view path, std::size_t limit) override {
    const auto place = at(path);
    if (!place.known()) return place.no_value<std::string>();
    if (entries_.at(*place).kind != FileKind::file)
      return Unknown{Why::failed, std::string(path) + ": no file"};
    return {entries_.at(*place).text.substr(0, limit), std::string(path)};
  }
  Known<std::unique_ptr<base::ByteSource>> open_file(std::string_view path) override {
    using Source = std::unique_ptr<base::ByteSource>;
    const auto place = at(path);
    if (!place.known()) return place.no_value<Source>();
    if (entries_.at(*place).kind != FileKind::file)
      return Unknown{Why::failed, std::string(path) + ": no file"};
    return {std::make_unique<base::MemorySource>(entries_.at(*place).text), std::string(path)};
  }
  Known<std::string> summary(std::string_view, std::string_view path, Summarize summarize) override {
    auto source = open_file(path);
    if (!source.known()) return source.no_value<std::string>();
    auto text = summarize(**source);
    if (!text) return Unknown{Why::failed, text.error().message};
    return {*std::move(text), std::string(path)};
  }
  Known<std::string> identity(std::string_view path) override { return at(path); }
  Known<FileStatus> status(std::string_view path) override {
    const auto place = at(path);
    if (!place.known()) return place.no_value<FileStatus>();
    return {FileStatus{entries_.at(*place).kind, entries_.at(*place).text.size()}, std::string(path)};
  }
  Known<std::vector<DirectoryEntry>> list(std::string_view path) override {
    const auto place = at(path);
    if (!place.known()) return place.no_value<std::vector<DirectoryEntry>>();
    if (entries_.at(*place).kind != FileKind::directory) return Unknown{Why::failed, "no folder"};
    std::vector<DirectoryEntry> list;
    for (const auto& [name, entry] : entries_)
      if (name != *place && base::parent_path(traits_.paths, name) == *place)
        list.push_back({base::file_name(traits_.paths, entry.spelled), entry.kind});
    return {std::move(list), std::string(path)};
  }
  Known<std::string> link_target(std::string_view path) override {
    const auto place = at(path, false);
    if (!place.known()) return place.no_value<std::string>();
    if (entries_.at(*place).kind != FileKind::link) return Unknown{Why::failed, "no link"};
    return {entries_.at(*place).text, std::string(path)};
  }
  Known<bool> may_open(std::string_view path) override {
    const auto place = at(path);
    return place.known() ? Known<bool>(true, std::string(path)) : place.no_value<bool>();
  }
  Known<std::uint64_t> free_bytes(std::string_view path) override {
    const auto place = at(path);
    if (!place.known()) return place.no_value<std::uint64_t>();
    for (std::string up = *place;; up = base::parent_path(traits_.paths, up)) {
      if (free.contains(up)) return {free[up], std::string(path)};
      if (base::parent_path(traits_.paths, up) == up) return {std::uint64_t{500} << 30, std::string(path)};
    }
  }
  Known<std::string> variable(std::string_view name) override {
    const std::string text(name);
    if (refused.contains("$" + text)) return Unknown{refused["$" + text], "$" + text};
    if (!variables.contains(text)) return Unknown{Why::absent, text + " is not set"};
    return {variables[text], "$" + text};
  }
  Known<std::string> registry_value(std::string_view key_name, std::string_view name) override {
    const std::string whole = std::string(key_name) + "\\" + std::string(name);
    if (!registry.contains(whole)) return Unknown{Why::absent, whole};
    return {registry[whole], whole};
  }
  Known<std::vector<std::string>> registry_keys(std::string_view key_name) override {
    if (!keys.contains(std::string(key_name))) return Unknown{Why::absent, std::string(key_name)};
    return {keys[std::string(key_name)], std::string(key_name)};
  }
  Known<std::vector<DeviceNode>> display_devices() override { return devices; }
  Known<std::string> kernel_log() override {
    ++log_questions;
    return log;
  }
  std::unique_ptr<machine::PendingReply> ask_vendor(std::string_view request,
                                                    std::chrono::milliseconds) override {
    vendor_asked.emplace_back(request);
    const auto found = vendor.find(std::string(request));
    return std::make_unique<Reply>(found != vendor.end() ? found->second
                                                         : Unknown{Why::not_recorded, std::string(request)});
  }

 private:
  struct Entry {
    FileKind kind = FileKind::file;
    std::string text;  ///< bytes, or where a link leads
    std::string spelled;
  };
  struct Reply : machine::PendingReply {
    explicit Reply(Known<std::string> text) : text_(std::move(text)) {}
    Known<std::string> get() override { return text_; }
    Known<std::string> text_;
  };

  std::string key(std::string_view path) const { return base::path_key(traits_.paths, path); }

  void enter(const std::string& path, Entry entry) {
    const std::string parent = base::parent_path(traits_.paths, path);
    if (parent != path && !entries_.contains(key(parent))) folder(parent);
    entry.spelled = base::normal_path(traits_.paths, path);
    entries_[key(path)] = std::move(entry);
  }

  /// The key of what a path leads to.
  Known<std::string> at(std::string_view path, bool follow = true, int links = 0) {
    ++questions;
    const std::string whole = key(path);
    for (std::string up = whole;; up = base::parent_path(traits_.paths, up)) {
      if (refused.contains(up)) return Unknown{refused[up], std::string(path) + ": refused"};
      const auto found = entries_.find(up);
      if (found != entries_.end() && found->second.kind == FileKind::link && (follow || up != whole)) {
        if (links > 20) return Unknown{Why::failed, std::string(path) + ": too many links"};
        const std::string parent = base::parent_path(traits_.paths, up);
        return at(base::join_path(traits_.paths, parent, found->second.text) + whole.substr(up.size()),
                  follow, links + 1);
      }
      if (base::parent_path(traits_.paths, up) == up) break;
    }
    if (!entries_.contains(whole)) return Unknown{Why::absent, std::string(path) + ": does not exist"};
    return {whole, std::string(path)};
  }

  machine::Traits traits_;
  std::map<std::string, Entry> entries_;
};

}  // namespace gpuenv::machine::test
