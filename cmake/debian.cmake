# Two Debian packages: duello, the program, and duello-server. This file has what Debian wants besides the programs: the
# manual compressed, who may copy it, what has changed; and how the server runs as a service.
set(DUELLO_SITE "" CACHE PATH "A built page, which the server's package brings along; empty for none")

# A package for Debian 12 and one for Debian 13 have versions of their own: 1.2.3~deb12 and 1.2.3~deb13.
cmake_host_system_information(RESULT system QUERY DISTRIB_ID)
cmake_host_system_information(RESULT system_version QUERY DISTRIB_VERSION_ID)
string(REGEX REPLACE "^debian$" "deb" system "${system}")
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}~${system}${system_version})

# The first line of the changelog names the version of the package.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/debian-changelog OUTPUT_VARIABLE changelog
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^duello \\([^)]*\\)" "duello (${CPACK_DEBIAN_PACKAGE_VERSION})" changelog "${changelog}")
file(WRITE ${PROJECT_BINARY_DIR}/changelog "${changelog}")
foreach(name duello.1 duello-server.1 changelog)
  execute_process(COMMAND gzip -9nc ${PROJECT_BINARY_DIR}/${name} OUTPUT_FILE ${PROJECT_BINARY_DIR}/${name}.gz
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md scripts/debian-changelog
             examples/serving/duello.service examples/serving/serve.conf)

set(components program)
set(packages duello)
if(DUELLO_SERVER)
  list(APPEND components server)
  list(APPEND packages duello-server)
endif()
foreach(component package IN ZIP_LISTS components packages)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
          COMPONENT ${component})
  if(component STREQUAL "program")
    set(copyright copyright)
  else()
    set(copyright copyright-server)
  endif()
  install(FILES cmake/debian/${copyright} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
          COMPONENT ${component})
endforeach()

if(DUELLO_SERVER)
  # The service is there and not started; /etc/duello/serve.conf is the administrator's.
  file(READ examples/serving/duello.service service)
  string(REGEX REPLACE "^(#[^\n]*\n)+"
         "# systemctl enable --now duello-server starts it. Its settings are in /etc/duello/serve.conf.\n" service "${service}")
  string(REPLACE /usr/local/bin/duello-server ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/duello-server service
         "${service}")
  file(WRITE ${PROJECT_BINARY_DIR}/duello-server.service "${service}")
  install(FILES ${PROJECT_BINARY_DIR}/duello-server.service DESTINATION lib/systemd/system COMPONENT server)
  # Only the address is set; the rest are examples.
  file(READ examples/serving/serve.conf settings)
  string(REPLACE "duello(1)" "duello-server(1)" settings "${settings}")
  string(REPLACE /usr/local/ ${CMAKE_INSTALL_PREFIX}/ settings "${settings}")
  string(REGEX REPLACE "\n(base-url|trust-proxy|site) " "\n# \\1 " settings "${settings}")
  file(WRITE ${PROJECT_BINARY_DIR}/serve.conf "${settings}")
  install(FILES ${PROJECT_BINARY_DIR}/serve.conf DESTINATION /etc/duello COMPONENT server)
  file(WRITE ${PROJECT_BINARY_DIR}/conffiles "/etc/duello/serve.conf\n")
  set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
      ${PROJECT_BINARY_DIR}/conffiles ${PROJECT_SOURCE_DIR}/cmake/debian/server/postinst
      ${PROJECT_SOURCE_DIR}/cmake/debian/server/prerm)
  set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  if(DUELLO_SITE)
    install(DIRECTORY ${DUELLO_SITE}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/duello/site COMPONENT server)
  endif()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME duello)
set(CPACK_PACKAGE_CONTACT "The Duello authors <duello@example.org>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME duello)
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME duello-server)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS duello-server)
# For servers that keep their games in PostgreSQL.
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS libpq5)
# Until 0.1 one package had both.
set(CPACK_DEBIAN_SERVER_PACKAGE_BREAKS "duello (<< 0.2)")
set(CPACK_DEBIAN_SERVER_PACKAGE_REPLACES "duello (<< 0.2)")
# Each description begins with its own summary.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "five small two-player strategy games, solved
Color Capture, Color Bridge, Capture the Flag, Color Clash and Energy Capture,
for two people at one keyboard, over a server, or against a computer of any
strength. Every position is solved: ask for hints, review games, try puzzles,
change the rules, or let programs of your own compete.")
set(CPACK_DEBIAN_SERVER_DESCRIPTION "server for games of Duello between people who are elsewhere
Serves Color Capture, Color Bridge, Capture the Flag, Color Clash and Energy
Capture to browsers and terminals, with clocks, spectators and a lobby. Games
are kept in a SQLite file or in PostgreSQL.")
include(CPack)
