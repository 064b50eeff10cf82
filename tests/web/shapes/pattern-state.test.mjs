import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { makeBlocks, splitPattern, parsePatternCheck, findErrorPlace, sizesFor, splitSteps } =
  await bundled('elements/shapes/pattern-state.ts');
const { patterns } = await bundled('elements/shapes/patterns/index.ts');
const { runPattern } = engine.shapes;
const base = { seed: 0, task: 'split-heads' };

for (const [id, task] of patterns) {
  describe(`the task ${id}`, () => {
    task.sizes.forEach((sizes, seed) => {
      test(`is done by its answer at sizes ${seed}`, () => {
        assert.equal(runPattern(task.answer, sizes, task.expected).misplaced, 0);
      });

      test(`is not done by the bare reshape at sizes ${seed}`, () => {
        const { goal } = splitPattern(task);
        const reshaped = [`reshape(${engine.shapes.parse(goal, sizes)})`];
        const grows = 'r' in sizes;

        if (grows) assert.throws(() => runPattern(reshaped, sizes, task.expected));
        else assert.ok(runPattern(reshaped, sizes, task.expected).misplaced > 0);
      });

      test(`shows all of its elements at sizes ${seed}`, () => {
        assert.ok(runPattern(task.answer, sizes, task.expected).origins.data.length <= 96);
      });
    });
  });
}

test('seeds go round the sizes of a task', () => {
  const task = patterns.get('split-heads');

  assert.equal(sizesFor(task, 0), sizesFor(task, task.sizes.length));
  assert.notEqual(sizesFor(task, 0), sizesFor(task, 1));
});

test('a block holds the last two axes, and each cell says where it came from', () => {
  const sizes = { b: 1, t: 3, h: 2, d: 2 };
  const run = runPattern(['b t (h d) -> b h t d'], sizes, 'b t (h d) -> b h t d');

  const blocks = makeBlocks(run, 96);

  assert.deepEqual(
    blocks.map(({ place, rows }) => [place, rows.length, rows[0].length]),
    [
      ['0, 0', 3, 2],
      ['0, 1', 3, 2],
    ],
  );
  assert.deepEqual(blocks[1].rows[2][1], { tag: 't2 h1 d1', head: 1, isMisplaced: false });
});

test('what is misplaced is marked where the shape is right, and only there', () => {
  const sizes = { b: 1, t: 3, h: 2, d: 2 };
  const marked = (step) =>
    makeBlocks(runPattern([step], sizes, 'b t (h d) -> b h t d'), 96)
      .flatMap(({ rows }) => rows.flat())
      .filter(({ isMisplaced }) => isMisplaced).length;

  assert.equal(marked('reshape(b, h, t, d)'), 8);
  assert.equal(marked('reshape(b, t, h, d)'), 0);
});

test('a scalar, a row and too large a tensor have blocks too', () => {
  const shown = (expected) => {
    const blocks = makeBlocks(runPattern([], { n: 500, m: 20 }, expected), 96);
    return blocks.map(({ rows }) => [rows.length, rows[0].length]);
  };

  assert.deepEqual(shown('-> '), [[1, 1]]);
  assert.deepEqual(shown('m -> m'), [[1, 20]]);
  assert.deepEqual(shown('n -> n'), [[1, 96]]);
  assert.deepEqual(shown('n m -> n m'), [[4, 20]]);
});

test('an error tells its line and its column', () => {
  const chain = 'reshape(2, 3)\ntranspose(0, 2)';
  assert.deepEqual(findErrorPlace({ message: 'step 2, column 9: no such axis' }, chain), {
    line: 2,
    column: 9,
    reason: 'no such axis',
  });
  assert.deepEqual(findErrorPlace({ message: 'step 1: [2] holds 2 elements' }, chain), {
    line: 1,
    column: null,
    reason: '[2] holds 2 elements',
  });
});

test('calls of one line are steps, and an error in one tells its column in the line', () => {
  const chain = 'b t c -> b c t\nq.reshape(B, (T)*H, -1) .transpose(1, 2).transpose(0, 9)';
  assert.deepEqual(
    splitSteps(chain).map(({ text }) => text),
    ['b t c -> b c t', 'q.reshape(B, (T)*H, -1) ', '.transpose(1, 2)', '.transpose(0, 9)'],
  );

  let error;
  const steps = ['q.reshape(b, t, h, d)', '.transpose(1, 9)'];
  try {
    runPattern(steps, { b: 1, t: 3, h: 2, d: 2 }, 'b t (h d) -> b h t d');
  } catch (thrown) {
    error = thrown;
  }
  const { line, column } = findErrorPlace(error, steps.join(''));
  assert.equal(line, 1);
  assert.equal(steps.join('')[column - 1], '9');
});

for (const chain of [
  'x = x.reshape(b, t, h, d)\nx = x.transpose(0, 2, 1, 3)',
  '# split\nreshape(b, t, h, d)  # (b, t, h, d)\ntranspose(0, 2, 1, 3) # then .view(1)',
  'reshape(b, t, h, d); transpose(0, 2, 1, 3);',
  'q = x.view(b, t, h, d).permute(0, 2, 1, 3).contiguous()',
  'y = b t (h d) -> b h t d  # einops',
  'x = np.reshape(x, (b, t, h, d,))\nx = np.transpose(x, (0, 2, 1, 3))',
  'torch.reshape(x, (b, t, h, d)).permute(dims=(0, 2, 1, 3))',
  'x.reshape(shape=(b, t, h, d)).transpose(axes=[0, 2, 1, 3])',
  'q = rearrange(q, "b t (h d) -> b h t d")',
  "einops.rearrange(q, 'b t (h d) -> b h t d');",
]) {
  test(`a chain is taken as it stands in a program: ${chain.replaceAll('\n', ' ⏎ ')}`, () => {
    const { sizes, expected } = patterns.get('split-heads');
    const steps = splitSteps(chain).map(({ text }) => text);
    assert.equal(runPattern(steps, sizes[0], expected).misplaced, 0);
  });
}

test('an error after what is left out tells its column in the line', () => {
  const chain = '# split\nq = x.reshape(b, t, h, d); transpose(0, 9, 1, 3)  # why?';
  const steps = splitSteps(chain).map(({ text }) => text);
  const [sizes] = patterns.get('split-heads').sizes;
  assert.throws(
    () => runPattern(steps, sizes, 'b t (h d) -> b h t d'),
    (error) => {
      const { line, column } = findErrorPlace(error, chain);
      return line === 2 && chain.split('\n')[1][column - 1] === '9';
    },
  );
});

test('hostile states fall back', () => {
  const fallback = { ...base, answers: [], shown: false };
  for (const given of [null, 'x', [], { task: {} }, { answers: 'x', seed: -1, shown: 1 }]) {
    assert.deepEqual(parsePatternCheck(given, base), fallback);
  }
  const { answers } = parsePatternCheck({ answers: ['a\nb', 'x'.repeat(1001), 3] }, base);
  assert.deepEqual(answers, ['a\nb']);
});
