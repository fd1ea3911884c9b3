// What checks share about ONNX Runtime: it brings no CUDA libraries, and does not look into wheels by itself.
#pragma once

#include <string>
#include <vector>

#include "check/libraries.h"

namespace gpuenv::check::onnxruntime {

/// Whether the loader finds a library: outside of the environment, or in conda's own folder, which its Python
/// names.
bool is_found(const Input& input, const Spot& spot, const std::string& library, const Need& need);

/// torch for the same CUDA loads all of them when it is imported first; null without one.
const model::Framework* torch_for(const model::Environment& environment, const Need& need);

/// preload_dlls() and the extras came with 1.21 (onnxruntime.ai, CUDA execution provider).
bool can_preload(const base::Version& release);

/// The wheels that have the libraries a build loads.
std::vector<std::string> wheels_for(const Need& need);

/// The wheels that have to be named beside a planned build: none where its extra brings them or they are
/// here.
std::vector<std::string> wheels_beside(const Input& input, const Spot& spot,
                                       const catalog::FrameworkBuild& build);

/// Adds how a release comes to see libraries in wheels: it loads them itself from 1.21 on, else their folders
/// have to be named. Steps "preload", "path".
void offer_way(const Input& input, const Spot& spot, const base::Version& release, model::Finding& finding);

/// Adds how a planned build comes to see its libraries; nothing where the loader finds them.
void offer_way_for(const Input& input, const Spot& spot, const catalog::FrameworkBuild& build,
                   model::Finding& finding);

}  // namespace gpuenv::check::onnxruntime
