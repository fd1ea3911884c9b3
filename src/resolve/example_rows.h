// Rows for the tests of resolve: real PyTorch builds, shortened, with the driver floors of their CUDA.
#pragma once

#include <string>
#include <vector>

#include "base/sm.h"
#include "resolve/choose.h"

namespace gpuenv::resolve::example {

using base::OsFamily;
using base::Sm;
using base::Version;

inline std::vector<Sm> codes(std::initializer_list<const char*> names) {
  std::vector<Sm> list;
  for (const char* name : names) list.push_back(*base::parse_sm(name));
  return list;
}

/// A confirmed torch build for Linux and Windows with compiled code only.
inline Candidate torch(const std::string& version, const std::string& date, const std::string& variant,
                       const char* cuda, std::vector<Sm> cubins, std::vector<std::string> pythons) {
  Candidate candidate;
  auto& build = candidate.build;
  build.framework = "torch";
  build.version = Version(version);
  build.date = date;
  build.variant = variant;
  build.cuda = Version(cuda);
  build.systems = {OsFamily::linux, OsFamily::windows};
  build.pythons = std::move(pythons);
  build.cubins = std::move(cubins);
  build.ptx = std::vector<Sm>{};
  build.index = "https://download.pytorch.org/whl/" + variant;
  build.requirement = "torch==" + version;
  const bool cuda13 = build.cuda.major_number() == 13;
  candidate.driver_floor = Version(cuda13 ? "580" : "525.60.13");
  candidate.ptx_driver_floor = Version(cuda13 ? "580" : "570");
  return candidate;
}

inline Candidate default_index(Candidate candidate) {
  candidate.build.default_index = true;
  candidate.build.index = "";
  return candidate;
}

/// Old and new code, four releases, the newest of them six weeks old.
inline std::vector<Candidate> torch_builds() {
  const auto pascal = codes({"5.0", "6.0", "7.0", "7.5", "8.0", "8.6", "9.0"});
  const auto blackwell = codes({"7.5", "8.0", "8.6", "9.0", "10.0", "12.0"});
  const std::vector<std::string> newest{"3.11", "3.12", "3.13", "3.14"},
      now{"3.10", "3.11", "3.12", "3.13", "3.14"}, old{"3.9", "3.10", "3.11", "3.12", "3.13"};
  return {
      default_index(torch("2.15.0", "2026-10", "cu132", "13.2", blackwell, newest)),
      torch("2.14.1", "2026-09", "cu126", "12.6", pascal, now),
      default_index(torch("2.14.1", "2026-09", "cu130", "13.0", blackwell, now)),
      torch("2.14.1", "2026-09", "cu132", "13.2", blackwell, now),
      torch("2.8.0", "2025-08-06", "cu126", "12.6", pascal, old),
      default_index(torch("2.8.0", "2025-08-06", "cu128", "12.8", blackwell, old)),
      torch("2.8.0", "2025-08-06", "cu129", "12.9", blackwell, old),
      torch("2.5.1", "2024-10-29", "cu121", "12.1", pascal, {"3.9", "3.10", "3.11", "3.12"}),
  };
}

/// A machine with one card, a driver and a Python; the CUDA of the driver goes into `ground`.
struct Case {
  model::Wish wish;
  Ground ground{"2026-12-02", {}};
};

inline Case linux_with(const char* card, const char* driver, const char* driver_cuda, const char* python) {
  Case it;
  it.wish.framework = "torch";
  it.wish.driver = Version(driver);
  it.wish.python = Version(python);
  it.wish.cards = codes({card});
  it.ground.driver_cuda = Version(driver_cuda);
  return it;
}

}  // namespace gpuenv::resolve::example
