#include "study/analysis.hpp"

namespace duello {

Analysis analysis_of(const AnyView& view, const Knowledge& knowledge) {
  if (const SolvedGame* const open = open_in(knowledge)) return OpenAnalysis{open->value(view), open->moves(view)};
  HiddenOracle& hidden = *hidden_in(knowledge);
  return HiddenAnalysis{hidden.value(view), hidden.listed_moves(view), *hidden.equilibrium(view)};
}

}  // namespace duello
