// Readers of outside text given broken input: real examples, damaged in many ways, a bounded number each
// time. GPUENV_FUZZ_INPUTS raises the number, GPUENV_FUZZ_SEED changes what is tried. The sanitizers are the
// judges of memory; a reader must besides give the same answer twice, must not blow its input up, and must
// keep to what the files *_readers.cpp expect of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "damager.h"
#include "readers.h"

namespace gpuenv::test {
namespace {

std::vector<Reader> all_readers() {
  std::vector<Reader> all = parse_readers();
  for (const auto* more : {&other_readers(), &loader_readers(), &image_readers()})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Reads from memory that ends where the input ends, so that one byte too far is seen.
std::string answer(const Reader& reader, const std::string& input) {
  const std::unique_ptr<char[]> exact(new char[input.size()]);
  if (!input.empty()) std::memcpy(exact.get(), input.data(), input.size());
  return reader.read({exact.get(), input.size()});
}

class BrokenInput : public testing::TestWithParam<Reader> {};

TEST_P(BrokenInput, IsReadTheSameTwiceAndNotBlownUp) {
  const Reader& reader = GetParam();
  const std::uint64_t seed = setting("GPUENV_FUZZ_SEED", 20261202);
  Damager damager(reader.examples, seed);
  Texts inputs = reader.examples;
  for (std::uint64_t i = setting("GPUENV_FUZZ_INPUTS", 300); i > 0; --i) inputs.push_back(damager.next());
  for (const std::string& input : inputs) {
    SCOPED_TRACE(fmt::format("seed {}, input {}", seed, testing::PrintToString(input)));
    const std::string first = answer(reader, input);
    EXPECT_EQ(answer(reader, input), first);
    EXPECT_LE(first.size(), 12 * input.size() + 1000);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenInput, testing::ValuesIn(all_readers()), [](const auto& info) {
  std::string name(info.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(BrokenInput, EveryHeaderOfParseHasAReader) {
  std::set<std::string> names;
  for (const Reader& reader : parse_readers()) names.emplace(reader.name);
  for (const auto& entry : std::filesystem::directory_iterator(GPUENV_SOURCE_DIR "/src/parse"))
    if (entry.path().extension() == ".h")
      EXPECT_TRUE(names.contains(entry.path().stem().string())) << entry.path();
}

/// The examples say something to their readers, or damage to them would prove nothing.
TEST(BrokenInput, EveryExampleIsUnderstood) {
  for (const Reader& reader : all_readers()) {
    const std::string nothing = answer(reader, "");
    for (const std::string& example : reader.examples)
      EXPECT_NE(answer(reader, example), nothing) << reader.name << ": " << example;
  }
}

}  // namespace
}  // namespace gpuenv::test
