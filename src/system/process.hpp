// What must be true of the process before anything else happens in it.
#pragma once

namespace duello {

// Standard descriptors that the caller has closed are taken, or the next file to be opened would get their numbers and
// what is printed would be written into it: one that was closed reads as ended and cannot be written. A file that has
// reached the greatest size it may have is an error of the write, as on a full disk, and not the end of the process.
void settle_process();

}  // namespace duello
