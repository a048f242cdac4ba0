# Writes OUTPUT, a C++ file that has the texts of the files CODES in it: each is named after a game and a kernel.
set(text "// Made by the build.\n#include \"solve/gpu/code.hpp\"\n\n")
set(choices "")
foreach(code ${CODES})
  get_filename_component(name ${code} NAME_WE)
  string(REGEX REPLACE ".*\\.([a-z]+)\\.ptx$" "\\1" kernel ${code})
  string(REPLACE "_" "-" id ${name})
  file(READ ${code} contents)
  string(APPEND text "static constexpr char ${name}_${kernel}[] = R\"ptx(${contents})ptx\";\n")
  string(APPEND choices "  if (game == \"${id}\" && kernel == \"${kernel}\") return ${name}_${kernel};\n")
endforeach()
string(APPEND text "\nstd::string_view duello::gpu_code([[maybe_unused]] std::string_view game,\n"
       "                                  [[maybe_unused]] std::string_view kernel) {\n${choices}  return {};\n}\n")
file(WRITE ${OUTPUT} "${text}")
