// What TERM says of the terminal.
#pragma once

namespace duello {

// Whether it understands control sequences.
bool understands_sequences();
// Whether it has an alternate screen. It may have been told to go without it all the same.
bool describes_pages();

}  // namespace duello
