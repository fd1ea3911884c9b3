// The JSON report: values, nulls with their reasons, texts in the language, hostile bytes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/documentation.h"
#include "report/test_examination.h"

namespace gpuenv::report::test {
namespace {

using Json = nlohmann::json;

Json json_of(const model::Examination& examination, Language language = Language::english) {
  static const catalog::Catalog catalog = small_catalog();
  return Json::parse(json(examination, catalog, language));
}

Json unknown(const Json& report, const std::string& fact) {
  for (const auto& one : report["unknown"])
    if (one["fact"] == fact) return one;
  return {};
}

TEST(JsonReport, HeadNamesSchemaToolAndSource) {
  const Json report = json_of(broken_machine());
  EXPECT_EQ(report["schema"], "gpuenv/report/1");
  EXPECT_EQ(report["tool"], (Json{{"version", "0.1.0"}, {"knowledge", "2026-12-02"}}));
  EXPECT_EQ(report["command"], "doctor");
  EXPECT_EQ(report["source"], (Json{{"kind", "live"}, {"name", "host"}}));
  EXPECT_EQ(report["verdict"], "problems");
}

TEST(JsonReport, KeysStandInTheOrderOfTheDesign) {
  const std::string report = json(broken_machine(), small_catalog(), Language::english);
  size_t before = 0;
  for (const char* key : {"\"schema\"", "\"tool\"", "\"command\"", "\"source\"", "\"verdict\"", "\"machine\"",
                          "\"findings\"", "\"unknown\""}) {
    EXPECT_LT(before, report.find(key, before)) << key;
    before = report.find(key, before);
  }
  EXPECT_TRUE(report.ends_with("}\n"));
}

TEST(JsonReport, MachineHoldsDriverCardsAndFrameworks) {
  const Json machine = json_of(working_machine())["machine"];
  EXPECT_EQ(machine["os"]["family"], "linux");
  EXPECT_EQ(machine["os"]["container"], nullptr);
  EXPECT_EQ(machine["driver"]["version"], "550.54.15");
  EXPECT_EQ(machine["driver"]["branch"], 550);
  EXPECT_EQ(machine["driver"]["cuda"], "12.4");
  const Json& gpu = machine["gpus"][0];
  EXPECT_EQ(gpu["compute_capability"], "8.9");
  EXPECT_EQ(gpu["memory_mib"], 24564);
  EXPECT_EQ(gpu["uuid"], nullptr);
  EXPECT_EQ(gpu["verdict"], "usable");
  EXPECT_EQ(machine["toolkits"], Json::array());
  const Json& environment = machine["environments"][0];
  EXPECT_EQ(environment["python"],
            (Json{{"version", "3.12.4"}, {"bits", 64}, {"abi", nullptr}, {"free_threaded", nullptr}}));
  EXPECT_EQ(environment["verdict"], "healthy");
  const Json& torch = environment["frameworks"][0];
  EXPECT_EQ(torch["version"], "2.8.0");
  EXPECT_EQ(torch["build"], "cu128");
  EXPECT_EQ(torch["architectures"], (Json{"sm_86", "sm_90"}));
  EXPECT_EQ(torch["ptx"], (Json{"sm_90"}));
  EXPECT_EQ(torch["verdict"], "usable");
}

TEST(JsonReport, FindingsCarryTextsInTheLanguage) {
  const Json cause = json_of(broken_machine())["findings"][0];
  EXPECT_EQ(cause["id"], "torch.cpu-build");
  EXPECT_EQ(cause["role"], "cause");
  EXPECT_EQ(cause["severity"], "error");
  EXPECT_EQ(cause["confidence"], "certain");
  EXPECT_EQ(cause["title"], "PyTorch 2.8.0 is a CPU-only build");
  EXPECT_EQ(cause["evidence"][0], (Json{{"source", "torch/version.py:4"}, {"text", "cuda = None"}}));
  EXPECT_EQ(cause["fix"][0], (Json{{"text", "Put a build in place that fits:"},
                                   {"command", "uv pip install torch==2.8.0"},
                                   {"shell", "bash"}}));
  EXPECT_EQ(cause["fix"][1]["command"], nullptr);
  EXPECT_EQ(cause["explains"], Json{"torch.idle"});
  EXPECT_EQ(cause["applies_to"],
            (Json{{"environment", "/home/user/proj/.venv"}, {"gpu", nullptr}, {"framework", "torch"}}));
  EXPECT_EQ(cause["refs"], Json{"https://example.org/why"});
  EXPECT_EQ(json_of(broken_machine(), Language::chinese)["findings"][1]["title"], "显卡空闲");
}

TEST(JsonReport, EveryNullOfAFactHasItsReason) {
  const Json report = json_of(broken_machine());
  EXPECT_EQ(unknown(report, "gpus.uuid")["reason"], "not allowed");
  EXPECT_EQ(unknown(report, "gpus.uuid")["applies_to"]["gpu"], 0);
  EXPECT_EQ(unknown(report, "gpus.uuid")["decides"], false);
  EXPECT_EQ(report["unknown"].size(), 1U) << report["unknown"];  // absent facts are answers
}

TEST(JsonReport, OpenQuestionsDecideAndStandOnce) {
  model::Examination examination = broken_machine();
  examination.facts.driver.kernel_module = Known<Version>(Unknown{Why::timed_out, ""});
  examination.judgement.open = {
      {"driver.kernel_module", "timed out", {}, base::Why::timed_out, {"driver.missing"}}};
  const Json report = json_of(examination);
  EXPECT_EQ(report["unknown"].size(), 2U) << report["unknown"];
  EXPECT_EQ(report["unknown"][0]["fact"], "driver.kernel_module");
  EXPECT_EQ(report["unknown"][0]["decides"], true);
  EXPECT_EQ(report["unknown"][0]["leaves_open"], Json{"driver.missing"});
}

TEST(JsonReport, UnreadListsAreNullNotEmpty) {
  const Json machine = json_of(model::Examination{})["machine"];
  EXPECT_EQ(machine["gpus"], nullptr);
  EXPECT_EQ(machine["toolkits"], nullptr);
  EXPECT_EQ(machine["driver"]["version"], nullptr);
  EXPECT_EQ(machine["driver"]["branch"], nullptr);
}

TEST(JsonReport, BytesThatAreNoUtf8AreReplaced) {
  model::Examination examination = broken_machine();
  examination.facts.environments[0].path = "/home/\xFF";
  examination.facts.variables["LD_LIBRARY_PATH"] = Known<std::string>("\xC3(", "environment");
  examination.judgement.findings[0].evidence[0].text = "\x80";
  const Json report = json_of(examination);
  EXPECT_EQ(report["machine"]["environments"][0]["path"], "/home/\xEF\xBF\xBD");
  EXPECT_EQ(report["machine"]["variables"]["LD_LIBRARY_PATH"], "\xEF\xBF\xBD(");
  EXPECT_EQ(report["findings"][0]["evidence"][0]["text"], "\xEF\xBF\xBD");
}

TEST(JsonReport, VerdictsThatTheJudgeDidNotGiveAreUnknown) {
  model::Examination examination = broken_machine();
  examination.judgement = {};
  const Json machine = json_of(examination)["machine"];
  EXPECT_EQ(machine["gpus"][0]["verdict"], "unknown");
  EXPECT_EQ(machine["environments"][0]["verdict"], "unknown");
  EXPECT_EQ(machine["environments"][0]["frameworks"][0]["verdict"], "unknown");
}

TEST(DocumentationJson, ListAndPage) {
  const auto catalog = small_catalog();
  const Json list = Json::parse(check_list_json(catalog, Language::english, "0.1.0"));
  EXPECT_EQ(list["schema"], "gpuenv/checks/1");
  EXPECT_EQ(list["checks"].size(), 3U);
  EXPECT_EQ(list["checks"][1], (Json{{"id", "torch.cpu-build"},
                                     {"role", "cause"},
                                     {"severity", "error"},
                                     {"title", "<framework> <version> <variant> is a CPU-only build"}}));
  const Json page = Json::parse(about_json("torch.cpu-build", catalog, Language::chinese, "0.1.0"));
  EXPECT_EQ(page["why"], "它无法使用 <gpu>。");
  EXPECT_EQ(page["fix"].size(), 2U);
  EXPECT_EQ(about_json("no.such", catalog, Language::english, ""), "");
}

}  // namespace
}  // namespace gpuenv::report::test
