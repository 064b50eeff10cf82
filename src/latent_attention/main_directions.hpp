#pragma once
/// The directions in which rows vary most, as in a principal component analysis without centring.

#include <cstddef>
#include <vector>

namespace manyheads {

/// Eigenvectors of a symmetric matrix, those of the largest eigenvalues first, by cyclic Jacobi
/// rotations in double. Each is of length 1, its largest element above 0.
/// @param symmetric  [size, size], the rows one after another
/// @param count      at most size
/// @return           [count, size]
/// @see Golub & Van Loan 2013, "Matrix Computations", section 8.5
std::vector<double> main_directions(std::vector<double> symmetric, std::size_t size,
                                    std::size_t count);

}  // namespace manyheads
