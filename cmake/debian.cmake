# What Debian wants of a package besides the program: the manual compressed, who may copy it, what has changed.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/debian-changelog OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog
                COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md scripts/debian-changelog)
foreach(name duello.1 changelog)
  execute_process(COMMAND gzip -9nc ${PROJECT_BINARY_DIR}/${name} OUTPUT_FILE ${PROJECT_BINARY_DIR}/${name}.gz
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/duello.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_BINARY_DIR}/changelog.gz cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME duello)
set(CPACK_PACKAGE_CONTACT "The Duello authors <duello@example.org>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For servers that keep their games in PostgreSQL.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS libpq5)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "five small two-player strategy games, solved")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Color Capture, Color Bridge, Capture the Flag, Color Clash and Energy Capture,
for two people at one keyboard or against a computer of any strength. Every
position is solved: ask for hints, review games, try puzzles, change the rules,
or let programs of your own compete.")
include(CPack)
