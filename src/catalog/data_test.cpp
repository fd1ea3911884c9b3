// The real data/: what is in the program is what is in the folder, and the tables agree with each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "catalog/blob.h"
#include "catalog/pack.h"
#include "catalog/test_folders.h"

namespace gpuenv::catalog {
namespace {

class CatalogData : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Result<std::string> packed = pack_folder(real_folder());
    ASSERT_TRUE(packed) << packed.error().message;
    bytes = new std::string(std::move(*packed));
    blob = new Blob(*bytes);
    catalog = new Catalog(Catalog::from_blob(*bytes));
  }
  static void TearDownTestSuite() {
    delete catalog;
    delete blob;
    delete bytes;
  }
  static std::string* bytes;
  static Blob* blob;
  static Catalog* catalog;
};
std::string* CatalogData::bytes = nullptr;
Blob* CatalogData::blob = nullptr;
Catalog* CatalogData::catalog = nullptr;

TEST_F(CatalogData, InTheProgramIsThatOfTheFolder) {
  const Catalog embedded = Catalog::embedded();
  EXPECT_EQ(embedded.date(), catalog->date());
  EXPECT_EQ(embedded.finding_ids(), catalog->finding_ids());
  EXPECT_EQ(embedded.framework_names(), catalog->framework_names());
  for (const std::string& name : catalog->framework_names())
    EXPECT_EQ(embedded.builds(name).size(), catalog->builds(name).size()) << name;
}

TEST_F(CatalogData, HasADateAndTheFrameworksWeExamine) {
  EXPECT_EQ(catalog->date().size(), 10U);
  EXPECT_GE(catalog->date(), "2026-12-02");
  EXPECT_EQ(catalog->framework_names(),
            (std::vector<std::string>{"jax", "onnxruntime", "paddle", "tensorflow", "torch"}));
}

TEST_F(CatalogData, EveryBuildNamesAKnownToolkitAndItsVariantAgrees) {
  for (const std::string& name : catalog->framework_names())
    for (const FrameworkBuild& build : catalog->builds(name)) {
      const std::string words = name + " " + build.version.text() + " " + build.variant;
      EXPECT_TRUE(catalog->knows_toolkit(build.cuda)) << words << ": CUDA " << build.cuda.text();
      EXPECT_TRUE(catalog->driver_floor(build.cuda)) << words;
      const std::string major = std::to_string(build.cuda.major_number());
      EXPECT_TRUE(build.variant == "cu" + major + std::to_string(build.cuda.minor_number()) ||
                  build.variant == "cuda" + major)
          << words << ": CUDA " << build.cuda.text();
    }
}

TEST_F(CatalogData, EveryArchitectureIsAKnownComputeCapability) {
  std::set<std::string> known;
  for (const Architecture& architecture : catalog->architectures())
    for (const Sm& sm : architecture.compute_capabilities) known.insert(sm.dotted());
  for (const std::string& name : catalog->framework_names())
    for (const FrameworkBuild& build : catalog->builds(name))
      for (const auto& list : {build.cubins, build.ptx})
        for (Sm sm : list.value_or(std::vector<Sm>())) {
          sm.suffix = ' ';
          EXPECT_TRUE(known.contains(sm.dotted()))
              << name << " " << build.version.text() << ": " << sm.dotted();
        }
}

TEST_F(CatalogData, EveryBuildCanBeAskedFor) {
  for (const std::string& name : catalog->framework_names())
    for (const FrameworkBuild& build : catalog->builds(name)) {
      const std::string words = name + " " + build.version.text() + " " + build.variant;
      EXPECT_NE(build.requirement.find("=="), std::string::npos) << words;
      EXPECT_EQ(build.requirement.find('{'), std::string::npos) << words;
      EXPECT_EQ(build.index.find('{'), std::string::npos) << words;
      EXPECT_TRUE(build.default_index || !build.index.empty()) << words << " has no index";
      EXPECT_FALSE(build.pythons.empty()) << words;
      EXPECT_TRUE(build.cubins.has_value() == build.ptx.has_value()) << words;
    }
}

TEST_F(CatalogData, ToolkitsTargetTheArchitecturesOfTheirBuilds) {
  std::map<std::string, std::pair<Sm, Sm>> targets;  // by series
  for (const BlobRow& row : blob->rows("toolkits:toolkit")) {
    const auto low = base::parse_sm(row.text("cc_min")), high = base::parse_sm(row.text("cc_max"));
    if (low && high) targets[std::string(row.text("series"))] = {*low, *high};
  }
  for (const FrameworkBuild& build : catalog->builds("torch")) {
    const auto range = targets.find(build.cuda.text());
    if (range == targets.end() || !build.cubins) continue;
    for (const Sm& sm : *build.cubins)
      EXPECT_TRUE(sm >= range->second.first && sm <= range->second.second)
          << build.version.text() << " " << build.variant << ": CUDA " << build.cuda.text() << " cannot make "
          << sm.dotted();
  }
}

TEST_F(CatalogData, EveryBranchHasItsCudaAndNewerBranchesNeverLess) {
  int major = 0;
  Version confirmed("0.1");
  for (const DriverBranch& branch : catalog->driver_branches()) {
    EXPECT_EQ(branch.name, "R" + std::to_string(branch.major));
    EXPECT_GT(branch.major, major);
    EXPECT_TRUE(catalog->knows_toolkit(branch.cuda) || branch.unconfirmed)
        << branch.name << ": CUDA " << branch.cuda.text();
    // R435 prints 10.1 although R430 reached 10.2.
    if (branch.major != 435 && !branch.unconfirmed) {
      EXPECT_GE(branch.cuda, confirmed) << branch.name;
      confirmed = branch.cuda;
    }
    major = branch.major;
  }
}

TEST_F(CatalogData, NoWindowsNumberBelongsToTwoBranches) {
  std::map<long long, std::string> owners;
  for (const BlobRow& row : blob->rows("drivers:branch"))
    for (const std::string_view span : base::split(row.text("windows_series"), ',')) {
      const auto ends = base::split(base::trim(span), '-');
      EXPECT_LE(base::number(ends.front()), base::number(ends.back())) << row.text("name");
      for (long long number = base::number(ends.front()); number <= base::number(ends.back()); ++number) {
        const auto [owner, is_new] = owners.try_emplace(number, row.text("name"));
        EXPECT_TRUE(is_new) << number << ": " << owner->second << " and " << row.text("name");
      }
    }
  EXPECT_GT(owners.size(), 100U);
}

TEST_F(CatalogData, EveryCardHasAnArchitectureAndOneCapabilityForAnId) {
  std::map<std::string, std::string> by_id;
  for (const BlobRow& row : blob->rows("gpus:gpu")) {
    const std::string name(row.text("name")), capability(row.text("compute_capability"));
    const auto architecture = catalog->architecture_of(*base::parse_sm(capability));
    ASSERT_TRUE(architecture) << name << " " << capability;
    EXPECT_EQ(architecture->name, row.text("arch")) << name;
    // The drivers of Jetson boards come with their own system.
    if (row.text("form") != "embedded") {
      EXPECT_EQ(architecture->last_driver_branch, row.text("last_driver_branch")) << name;
    }
    for (const char* column : {"pci_device_ids", "pci_device_ids_by_subsystem"})
      for (const std::string& id : row.strings(column)) {
        const auto [known, is_new] = by_id.try_emplace(id, capability);
        EXPECT_EQ(known->second, capability) << name << " " << id;
      }
  }
}

TEST_F(CatalogData, EveryRowHasASource) {
  for (const std::string_view table : blob->table_names()) {
    if (table.ends_with(":meta") || table.ends_with(":en") || table.ends_with(":zh")) continue;
    for (const BlobRow& row : blob->rows(table))
      EXPECT_FALSE(row.list("source").empty() && row.list("sources").empty())
          << table << " " << row.text("name");
  }
}

TEST_F(CatalogData, FrameworksNameTheirPackagesAndFiles) {
  for (const std::string& name : catalog->framework_names()) {
    const Framework framework = *catalog->framework(name);
    EXPECT_FALSE(framework.files.empty()) << name;
    for (const std::string& cpu : framework.cpu_distributions)
      EXPECT_TRUE(std::count(framework.distributions.begin(), framework.distributions.end(), cpu))
          << name << " " << cpu;
  }
}

TEST_F(CatalogData, FindingsExplainOtherFindingsThatExist) {
  const std::vector<std::string> ids = catalog->finding_ids();
  for (const std::string& id : ids) {
    const FindingRow row = *catalog->finding(id);
    for (const std::string& explained : row.explains) {
      EXPECT_NE(explained, id);
      EXPECT_TRUE(std::count(ids.begin(), ids.end(), explained)) << id << " explains " << explained;
    }
  }
}

}  // namespace
}  // namespace gpuenv::catalog
