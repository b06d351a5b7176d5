// Solves dense, symmetric positive definite equations by Cholesky decomposition: factorises into L·Lᵀ in place, then solves both triangles.

/** Solves M·x = right, with M in the lower triangle of `matrix` by rows; both are overwritten, `right` by x. */
export function solve(matrix: Float64Array, size: number, right: Float64Array): void {
  factorise(matrix, size);
  for (let row = 0; row < size; row++) {
    let value = right[row] as number;
    for (let column = 0; column < row; column++) {
      value -= (matrix[row * size + column] as number) * (right[column] as number);
    }
    right[row] = value / (matrix[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = right[row] as number;
    for (let below = row + 1; below < size; below++) {
      value -= (matrix[below * size + row] as number) * (right[below] as number);
    }
    right[row] = value / (matrix[row * size + row] as number);
  }
}

function factorise(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let value = matrix[row * size + column] as number;
      for (let before = 0; before < column; before++) {
        value -= (matrix[row * size + before] as number) * (matrix[column * size + before] as number);
      }
      // A pivot that is not positive is a rounding error around zero; Infinity makes its unknown 0.
      if (column === row) matrix[row * size + row] = value > 0 ? Math.sqrt(value) : Infinity;
      else matrix[row * size + column] = value / (matrix[column * size + column] as number);
    }
  }
}
