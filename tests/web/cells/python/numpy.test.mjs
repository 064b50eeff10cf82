/** NumPy as the cells have it, against what real NumPy printed (tests/golden/numpy_cells.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startPython } from '../python.mjs';

const golden = new URL('../../../golden/numpy_cells.json', import.meta.url);
const { snippets } = JSON.parse(readFileSync(golden, 'utf8'));
const python = await startPython();

for (const { name, code, printed } of snippets) {
  test(`prints as NumPy does: ${name}`, () => {
    const given = python.run(code);

    assert.equal(given.error?.trace, undefined);
    assert.equal(given.printed, printed);
  });
}

for (const [code, hint] of [
  ['1 < np.ones(2)', /Write the array first: x <= 1, not 1 >= x/u],
  ['int(np.array(3))', /Take the number out of the array first: x\.item\(\)/u],
  ['np.zeros((2, 3))[0] = np.ones((2, 3))', /from shape \(2,3\) into shape \(3,\)/u],
  ['np.zeros((2, 3))[[0, 1]] = np.ones((3, 2, 3))', /from shape \(3,2,3\) into shape \(2,3\)/u],
  ['np.broadcast_to(np.ones((2, 3)), (3,))', /from shape \(2,3\) into shape \(3,\)/u],
  ['np.array([True]) - np.array([False])', /use \^, or ~ for the opposite/u],
  ['-np.array([True])', /use \^, or ~ for the opposite/u],
  ['np.zeros((3, 2))[np.array([True, False])]', /0; dimension is 3 but .* dimension is 2/u],
  ['np.zeros((3, 2))[:, np.ones(3, dtype=bool)] = 1', /1; dimension is 2 but .* dimension is 3/u],
  ['np.ones((2, 3, 3)).dot(np.ones((2, 3, 3)))', /dot is for at most two axes here: use @/u],
  ['np.einsum("ij,kj->ik", np.ones((2, 2)))', /ij,kj is of 2 arrays, and there are 1/u],
  ['np.einsum("ij->ik", np.ones((2, 2)))', /ik is not made of letters of the arrays, each once/u],
  ['np.einsum("ij->ii", np.ones((2, 2)))', /ii is not made of letters of the arrays, each once/u],
  ['x = np.arange(3)\nx /= 2', /an array of int64 cannot hold float32: write x = x \+ y/u],
  ['x = np.arange(3)\nx *=', /invalid syntax/u],
  ['np.ones((2, 3, 4)).transpose(1, 2)', /names all axes: x\.swapaxes\(1, 2\) swaps two/u],
  ['np.ones((2, 3)).view(6)', /has no 'view' here.* Write x\.reshape\(\.\.\.\)/u],
  ['np.ones((2, 3)).size()', /x\.size is a number in NumPy: write x\.shape/u],
  ['np.ones((2, 3)).sum(dim=-1)', /NumPy writes axis for dim, and keepdims/u],
  ['np.cat([np.ones(2)], 0)', /has no 'cat' here.* Write np\.concatenate\(arrays, axis\)/u],
  ['np.nan_to_num(np.ones(2))', /Write np\.where\(np\.isnan\(x\), 0, x\)/u],
  ['np.ones(2).sum().item()', /a number here, not an array: it has no item/u],
  ['s = (2, 3)\nx = (*s[:-1], 4)', /write tuple\(x\) \+ \(y,\)/u],
  ['np.einsum("...ij->...i", np.ones((2, 2)))', /give each axis a letter/u],
]) {
  test(`says what to write instead of ${code}`, () => {
    assert.match(python.run(`import numpy as np\n${code}`).error.message, hint);
  });
}

test('a slice can be made without brackets', () => {
  const { error, printed } = python.run(`import numpy as np
x = np.arange(12).reshape(2, 6)
for cols in (slice(2, 4), slice(2), slice(None, None, -2), slice(1, None)): print(x[0, cols])
print([1, 2, 3][slice(1, 3)])`);

  assert.equal(error?.trace, undefined);
  assert.equal(printed, '[2 3]\n[0 1]\n[5 3 1]\n[1 2 3 4 5]\n[2, 3]\n');
});

test('one random number is a Python number', () => {
  const { error, printed } = python.run(`import numpy as np
rng = np.random.default_rng(1)
print([0 <= x < 1 for x in (np.random.rand(), rng.random(), rng.uniform())], rng.integers(1))`);

  assert.equal(error?.trace, undefined);
  assert.equal(printed, '[True, True, True] 0\n');
});
