// What a build has to get along with in an environment: the frameworks beside it and the libraries of the
// system.
#pragma once

#include "check/support.h"
#include "model/plan.h"
#include "resolve/resolve.h"

namespace gpuenv::check {

/// A framework with what it has to fit.
struct Request {
  model::Wish wish;
  resolve::Setting setting;
  base::Version installed;  ///< the release to stay near to
};

/// The request for a framework of an environment. Those beside it that are well keep their CUDA; those that
/// have to be replaced as well get the CUDA for which all of them have a build.
Request request_for(const Input& input, const Spot& spot);

/// The frameworks beside this one whose CUDA libraries lie in NVIDIA's wheels, "PyTorch (CUDA 13)"; where
/// none does, all those beside it.
std::string wheel_users_beside(const Input& input, const Spot& spot);

}  // namespace gpuenv::check
