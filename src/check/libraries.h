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

/// The CUDA major for which a framework here was built, 0 when not known.
int cuda_major_of(const model::Framework& framework);

/// The majors whose libraries something loads.
struct Need {
  int cuda = 0;   ///< 0 = not known
  int cudnn = 0;  ///< 0 = any
};

/// What a build loads: by its own file, else by the catalog's row for the default index.
Need need_of(const Input& input, const model::Framework& framework);

/// Whether a copy fits: cuDNN by its own major, the others by their CUDA.
bool serves(const model::LibraryCopy& copy, const Need& need);

/// Whether a list holds a copy of a library that fits; `from` = one of that kind ("conda"), "" = any.
bool holds(const base::Known<std::vector<model::LibraryCopy>>& list, std::string_view library,
           const Need& need, std::string_view from = "");

/// The wheel that brings a library for a CUDA: "nvidia-cuda-runtime-cu12". From CUDA 13 on most bear no
/// number (model::Environment::nvidia_wheel).
std::string wheel_name(const std::string& library, int cuda_major);

/// That wheel in an environment, or null.
const model::Distribution* wheel_of(const model::Environment& environment, const std::string& library,
                                    int cuda_major);

/// The libraries of NVIDIA's that a framework opens by name at its start.
std::vector<std::string> opened_by(const Input& input, const model::Framework& framework);

/// Whether it is open if the build can stay at all, which arch/missing says. Which libraries are wanted is a
/// question after that one.
bool build_is_open(const Spot& spot);

/// True for a release from before a framework's extra that brings NVIDIA's wheels.
bool before_wheels(const Input& input, const model::Framework& framework);

/// Whether a framework takes a library from LD_LIBRARY_PATH although its own is there.
bool prefers_library_path(const Input& input, const model::Framework& framework, std::string_view library);

/// The step that takes the folder of a copy off LD_LIBRARY_PATH; text "unset" where nothing is left, else
/// "export".
model::Step off_library_path(const Input& input, const model::LibraryCopy& copy);

/// Adds the step that installs these requirements as they are; the step's text is "install".
void offer_requirements(const Input& input, const model::Environment& environment,
                        const std::vector<std::string>& requirements, model::Finding& finding);

/// The folders of these libraries in the environment's wheels, as LD_LIBRARY_PATH takes them.
std::string wheel_folders(const model::Environment& environment, const std::vector<std::string>& libraries);

}  // namespace gpuenv::check
