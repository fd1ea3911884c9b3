// The host that users have: the real machine, the real streams.
#pragma once

#include "cli/host.h"

namespace gpuenv::cli {

class LiveHost : public Host {
 public:
  void leave_cache_out() override { keeps_summaries_ = false; }
  machine::Machine& machine() override;
  Screen screen() override;
  Language language() override;
  catalog::FolderReader folder(const std::string& path) override;
  [[nodiscard]] base::Result<void> write_file(const std::string& path, std::string_view text,
                                              bool make_folders) override;
  bool write(std::string_view text) override;
  bool reader_gone() const override { return reader_gone_; }
  void message(std::string_view line) override;
  bool shows_progress() override;
  void progress(std::string_view line) override;

 private:
  std::unique_ptr<machine::Machine> machine_;  // opened when first asked for
  bool keeps_summaries_ = true;
  bool reader_gone_ = false;
  int progress_width_ = 0;  // columns that the line of progress() covers now
};

}  // namespace gpuenv::cli
