// What many checks share: beginning a finding from its row, walking the frameworks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/path.h"
#include "check/check.h"

namespace gpuenv::check {

/// A finding with the role, severity, explained ids and links of its row in data/findings.
model::Finding begin(const Input& input, std::string_view id);

/// How this machine writes paths.
const base::PathStyle& path_style(const model::Facts& facts);

/// An environment and a framework in it.
struct Spot {
  const model::Environment& environment;
  const model::Framework& framework;
  model::AppliesTo applies_to(int gpu = -1) const { return {environment.path, framework.name, gpu}; }
};

/// Calls `each` for every framework of every environment.
void for_each_framework(const Input& input, const std::function<void(const Spot&)>& each);

/// A finding about a framework, with the parameters environment, framework and version filled in.
model::Finding begin(const Input& input, std::string_view id, const Spot& spot, int gpu = -1);

/// Begins the finding "this framework leaves the card unused": a note where nobody asked for the framework or
/// the card cannot be reached anyway. Nothing when the state of the cards cannot be told; that is then an
/// open question of `answer`.
std::optional<model::Finding> begin_unused_card(const Input& input, std::string_view id, const Spot& spot,
                                                Answer& answer);

/// The human name of a framework: "PyTorch".
std::string title_of(const Input& input, std::string_view framework);

/// Whether the cards of this machine can be reached at all.
enum class GpuState {
  none,     ///< the bus was read and holds no NVIDIA card
  usable,   ///< a card is there and the driver answers
  blocked,  ///< a card is there, and the driver is missing or does not answer
  unknown,  ///< cannot be told
};
GpuState gpu_state(const model::Facts& facts);

/// The fact whose absence makes gpu_state() unknown, for Answer::open.
model::Open why_unknown(const model::Facts& facts);

/// True when the user asked for this framework: its environment is active or named, or it carries a REQUESTED
/// mark.
bool asked_for(const Spot& spot);

/// True for a build that contains GPU code.
bool is_gpu_build(const model::Framework& framework);

/// True for a release that does not find the wheels which it asks for.
bool is_blind(const catalog::Framework& row, const base::Version& version);

/// The step that takes an environment variable away in the user's shell.
model::Step unset_step(const Input& input, std::string text, const std::string& variable);

/// The step that puts folders (joined by ':') before those that LD_LIBRARY_PATH names already.
model::Step library_path_step(const Input& input, std::string text, const std::string& folders);

/// "GeForce GTX 1080 Ti (sm_61)" for texts.
std::string describe(const model::Gpu& gpu);

/// Evidence from a fact: its origin and a text.
template <class T>
model::Evidence evidence(const base::Known<T>& fact, std::string text) {
  return {fact.origin(), std::move(text)};
}

}  // namespace gpuenv::check
