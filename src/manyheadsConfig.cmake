include(CMakeFindDependencyMacro)
find_dependency(xtensor)
find_dependency(xsimd)
include("${CMAKE_CURRENT_LIST_DIR}/manyheadsTargets.cmake")
