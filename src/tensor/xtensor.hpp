#pragma once
/// The containers of xtensor. Version 0.26 moved its headers into folders; this is the one place
/// that knows.

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xstorage.hpp>
#else
#include <xtensor/xarray.hpp>
#include <xtensor/xstorage.hpp>
#endif
