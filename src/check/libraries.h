// What checks share about NVIDIA's libraries: who asks for which wheel, and which copies there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/support.h"

namespace gpuenv::check {

/// A wheel of NVIDIA's that a framework asks for.
struct Demand {
  model::Requirement wheel;
  std::string source;  ///< the distribution whose METADATA says so
};

/// The wheels that the distributions of a framework ask for: always, or by an extra of which some wheels are
/// there. When a METADATA that decides cannot be read, that is an open question of `answer`.
std::vector<Demand> demands_of(const Input& input, const Spot& spot, Answer& answer);

/// The requirement as an installer takes it: "nvidia-cudnn-cu12==9.1.0.70".
std::string requirement_of(const Demand& demand);

/// Copies of a library in a list; none of an unknown one.
std::vector<const model::LibraryCopy*> copies_of(const base::Known<std::vector<model::LibraryCopy>>& list,
                                                 std::string_view library);

/// A toolkit of that major among those that are known; null without one.
const model::Toolkit* toolkit_of(const Input& input, int cuda_major);

/// Whether a copy fits: cuDNN by its own major, the others by their CUDA.
bool serves(const model::LibraryCopy& copy, int cuda_major, int cudnn_major);

/// The build for which a framework here loads libraries: its CUDA major, 0 when not known.
int cuda_major_of(const model::Framework& framework);

/// Adds the step that installs these requirements as they are; the step's text is "install".
void offer_requirements(const Input& input, const model::Environment& environment,
                        const std::vector<std::string>& requirements, model::Finding& finding);

/// The folders of these libraries in the environment's wheels, as LD_LIBRARY_PATH takes them.
std::string wheel_folders(const model::Environment& environment, const std::vector<std::string>& libraries);

}  // namespace gpuenv::check
