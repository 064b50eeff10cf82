#pragma once
/// The directions in which rows vary most, as in a principal component analysis without centring.

#include <cstddef>
#include <vector>

namespace manyheads {

/// Eigenvectors of a symmetric matrix, sorted by eigenvalue, the largest first. Computed by cyclic
/// Jacobi rotations in double. Each has length 1, and its largest element is above 0.
/// @param symmetric  [size, size], row-major
/// @param count      at most size
/// @return           [count, size]
/// @see Golub & Van Loan 2013, "Matrix Computations", section 8.5
std::vector<double> principal_directions(std::vector<double> symmetric, std::size_t size,
                                         std::size_t count);

}  // namespace manyheads
