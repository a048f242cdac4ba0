# What others need who link the library: headers as they include them, the rooms as static libraries, all of them in one
# shared library, and packages for CMake and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(rooms core system solve games catalog batch players engines match study arena json)
if(DUELLO_GPU)
  list(INSERT rooms 3 solve_gpu)
endif()
list(TRANSFORM rooms PREPEND duello_ OUTPUT_VARIABLE targets)

# Our own files say "core/seat.hpp", which could be anybody's; to others it is "duello/core/seat.hpp".
set(headers ${PROJECT_BINARY_DIR}/include)
set(current)
foreach(room IN LISTS rooms)
  string(REPLACE _ / folder ${room})
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/${folder}/*.hpp)
  # Only the solver itself has these, and Boost with them.
  list(REMOVE_ITEM files solve/exact_system.hpp solve/matrix_game.hpp)
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS src/${file})
    file(READ src/${file} text)
    string(REGEX REPLACE "#include \"([a-z]+)/" "#include \"duello/\\1/" text "${text}")
    file(CONFIGURE OUTPUT ${headers}/duello/${file} CONTENT "${text}" @ONLY)
    list(APPEND current duello/${file})
  endforeach()
  target_include_directories(duello_${room} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

# What was deleted is not installed.
file(GLOB_RECURSE stale RELATIVE ${headers} ${headers}/duello/*)
list(REMOVE_ITEM stale ${current})
foreach(file IN LISTS stale)
  file(REMOVE ${headers}/${file})
endforeach()

list(TRANSFORM targets REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_library(duello_shared SHARED ${objects})
add_library(duello::shared ALIAS duello_shared)
target_link_libraries(duello_shared PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
target_link_options(duello_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/duello.map)
target_compile_features(duello_shared INTERFACE cxx_std_23)
target_include_directories(duello_shared INTERFACE $<BUILD_INTERFACE:${headers}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(duello_shared PROPERTIES OUTPUT_NAME duello EXPORT_NAME shared
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/duello)
install(DIRECTORY ${headers}/duello DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS ${targets} duello_shared EXPORT duelloTargets)
install(EXPORT duelloTargets NAMESPACE duello:: DESTINATION ${package})
configure_package_config_file(cmake/duelloConfig.cmake.in duelloConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(duelloConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/duelloConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/duelloConfigVersion.cmake
        DESTINATION ${package})

# pkg-config: duello is the shared library, duello-core and so on are the static ones.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
function(duello_pkg_config name description requires libs)
  file(CONFIGURE OUTPUT ${name}.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@up@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: @name@
Description: @description@
Version: @PROJECT_VERSION@
Requires: @requires@
Libs: -L${libdir} @libs@
Cflags: -std=c++23 -I${includedir}
]])
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
duello_pkg_config(duello "${PROJECT_DESCRIPTION}" "" -lduello)
foreach(room IN LISTS rooms)
  get_target_property(known duello_${room} INTERFACE_LINK_LIBRARIES)
  set(libs -lduello_${room})
  if(Threads::Threads IN_LIST known)
    string(APPEND libs " -pthread")
  endif()
  list(FILTER known INCLUDE REGEX "^duello_")
  list(TRANSFORM known REPLACE "^duello_" "duello-")
  list(JOIN known ", " requires)
  duello_pkg_config(duello-${room} "${PROJECT_DESCRIPTION}: ${room}" "${requires}" "${libs}")
endforeach()
