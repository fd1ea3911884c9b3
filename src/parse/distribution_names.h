// Names of Python distributions: normal form, *.dist-info and *.egg-info folders, METADATA headers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuenv::parse {

struct NameAndVersion {
  std::string name;     ///< as written there
  std::string version;  ///< as written there; "" when there is none
  bool operator==(const NameAndVersion&) const = default;
};

/// The form in which all spellings of a distribution's name are equal: lower case, runs of '-', '_' and '.'
/// as one '-' (PEP 503).
std::string normal_name(std::string_view name);

/// "torch-2.8.0.dist-info" and "numpy-1.26.4-py3.12.egg-info"; nothing for other entries of site-packages.
std::optional<NameAndVersion> distribution_folder(std::string_view entry);

/// Name and Version from the headers of a METADATA or PKG-INFO file (RFC 822 form, ends at the first empty
/// line); nothing when the name is missing.
std::optional<NameAndVersion> metadata_headers(std::string_view text);

}  // namespace gpuenv::parse
