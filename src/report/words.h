// The short words of reports (headings, verdicts, labels) in every language. Sentences of findings are rows
// of data/findings.
#pragma once

#include <span>

#include "report/options.h"

namespace gpuenv::report {

/// A phrase by what it is for. The texts stand in words.cpp, in this order.
enum class Word {
  healthy,
  healthy_frameworks,
  problem,
  problems,
  cannot_tell,
  also_warning,
  also_warnings,
  elsewhere_problem,
  elsewhere_problems,
  evidence,
  fix,
  explains,
  certainty,
  details,
  concerns,
  likely,
  possible,
  would_settle,
  unconfirmed,
  notes,
  elsewhere,
  elsewhere_more,
  open_questions,
  open,
  open_denied,
  open_timed_out,
  open_not_recorded,
  open_unsupported,
  open_failed,
  found_out_by,
  machine,
  recorded_machine,
  system,
  driver,
  card,
  cards,
  other_card,
  toolkit,
  environments,
  facts,
  memory_use,
  usable,
  has_problem,
  not_known,
  cpu_only,
  none,
  no_card,
  no_toolkit,
  no_driver,
  no_environment,
  no_framework,
  without_framework,
  left_out,
  cuda_up_to,
  kernel,
  in_container,
  active,
  named,
  found,
  cpu_build,
  memory_unknown,
  count_distributions,
  tell_cards,
  tell_nvml,
  tell_driver,
  tell_files,
  tell_access,
  tell_architectures,
  tell_run,
  tell_variables,
  tell_recording,
  error,
  warning,
  info,
  cause,
  symptom,
  note,
  possible_fixes,
  accounts_for,
  sources,
  checked,
  placeholders,
  comma,
  kernels,
  ptx,
  lto,
  stubs,
  needs,
  no_device_code,
  runs_native,
  runs_by_ptx,
  does_not_run,
  runs_in_part,
  runs_mixed,
  part_native,
  part_ptx,
  part_none,
  about_containers,
  other_code,
  kind_of_code,
  only_stubs,
  card_unknown,
  all_libraries,
  count_native,
  count_in_part,
  count_ptx,
  count_none,
  count_unknown,
  without_device_code,
  would_load,
  instead_of,
  more_symbols,
  no_libraries,
  for_later_link,
  count_,
};

/// The phrase in a language; it may hold placeholders for fill().
const char* say(Word word, Language language);

/// One phrase in every language.
struct Phrase {
  Word word;
  const char* en;
  const char* zh;
};

/// All phrases, in the order of Word; for tests.
std::span<const Phrase> phrases();

}  // namespace gpuenv::report
