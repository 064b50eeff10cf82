# CMake's view of the Emscripten that `provide` found: its programs, and nothing of the host.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(EMSCRIPTEN TRUE)

get_filename_component(toolchain "${CMAKE_CURRENT_LIST_DIR}/../../.toolchain" ABSOLUTE)
if(NOT EXISTS "${toolchain}/bin/em++")
  message(FATAL_ERROR "No Emscripten yet: run `npm run build`, or emscripten/toolchain/provide.")
endif()
set(CMAKE_C_COMPILER "${toolchain}/bin/emcc")
set(CMAKE_CXX_COMPILER "${toolchain}/bin/em++")
set(CMAKE_AR "${toolchain}/bin/emar" CACHE FILEPATH "")
set(CMAKE_RANLIB "${toolchain}/bin/emranlib" CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # nothing needs to be linked for the checks
set(CMAKE_SIZEOF_VOID_P 4)

# Headers of /usr/include belong to the host's C library: only .toolchain is searched.
set(CMAKE_FIND_ROOT_PATH "${toolchain}")
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

find_program(CMAKE_CROSSCOMPILING_EMULATOR node)

# The private root's headers do not exist on the host, so what depends on them would be built every
# time: -MMD leaves system headers out. A precompiled header must not count as one, or it would be
# built only once. CMake sets these flags after it has read this file, and then reads the file of
# overrides, which is this one again.
set(CMAKE_DEPFILE_FLAGS_C "-MMD -MT <DEP_TARGET> -MF <DEP_FILE>")
set(CMAKE_DEPFILE_FLAGS_CXX "${CMAKE_DEPFILE_FLAGS_C}")
set(CMAKE_PCH_PROLOGUE "")
set(CMAKE_USER_MAKE_RULES_OVERRIDE "${CMAKE_CURRENT_LIST_FILE}")
