// Boost asks for this where there are no exceptions. What it would throw for, such as a division by zero, is our
// mistake.
#include <boost/throw_exception.hpp>
#include <cstdlib>

namespace boost {

void throw_exception(const std::exception& /*exception*/) { std::abort(); }
void throw_exception(const std::exception& /*exception*/, const boost::source_location& /*where*/) { std::abort(); }

}  // namespace boost
