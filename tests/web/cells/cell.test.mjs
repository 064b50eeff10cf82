import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { collectGarbage } from '../collect-garbage.mjs';
import { processorTime } from '../processor-time.mjs';
import { startPython } from './python.mjs';

const { limitOutput, defines, describeError, missingName, maxOutput } = await bundled(
  'elements/cells/python/service.ts',
);
const { PythonConnection } = await bundled('elements/cells/python/connection.ts');
const { codeFromHtml, parseCell } = await bundled('elements/cells/state.ts');
const python = await startPython();

test('a value on the last line is printed, as notebooks do', () => {
  assert.equal(python.run('a = 6\n\na * 7').printed, '42\n');
  assert.equal(python.run('a = 6').printed, '');
  assert.equal(python.run('for i in range(2):\n    i').printed, '');
});

test('text without a line end is shown when the cell ends', () => {
  assert.equal(python.run('print("é", end="")').printed, 'é');
});

test('a line that never ends is shown in parts', () => {
  const { printed } = python.run('print("é" * 5000, end="")');

  assert.equal(printed, 'é'.repeat(5000));
});

test('an array of whole numbers stays one', () => {
  const program = `import numpy as np
x = np.arange(3)
x[0] = 1.75
print(x)
x += 0.5`;
  const { printed, error } = python.run(program);

  assert.equal(printed, '[1 1 2]\n');
  assert.match(error.message, /^an array of int64 cannot hold float32/u);
});

test('cells share their names, and a check has a copy of them', () => {
  python.run('shared = 1');
  assert.equal(python.check('shared = 2'), null);

  assert.equal(python.run('shared').printed, '1\n');
});

test('an error is described in its own cell, without the frames of our files', () => {
  python.run('import numpy as np\n\ndef twice(x):\n    return x @ x', 'cell 1');
  const { error } = python.run('\ntwice(np.ones((2, 3)))', 'cell 2');

  const { line, text } = describeError(error, 'cell 2');

  assert.equal(line, 2);
  assert.match(text, /^ {2}cell 2, line 2\n {2}cell 1, line 4, in twice\nShapeError: matmul: b/u);
});

test('a line that is not Python is shown by describeError', () => {
  assert.equal(describeError(python.run('a = 1\nb = = 2', 'cell').error, 'cell').line, 2);
});

test('an endless recursion ends with an error, and the next cell runs', () => {
  const { error } = python.run('def f(n):\n    return f(n + 1)\nf(0)');

  assert.equal(error.type, 'RuntimeError');
  assert.ok(describeError(error, 'cell').text.split('\n').length <= 9);
  assert.equal(python.run('1 + 1').printed, '2\n');
});

test('hundreds of refusals can be caught', () => {
  const caught = `import numpy as np
n = 0
for i in range(500):
    try:
        np.ones(2) @ np.ones(3)
    except ValueError:
        n += 1
n`;

  assert.equal(python.run(caught).printed, '500\n');
});

test('using too much memory is an error', () => {
  assert.equal(python.run('x = [0] * 10\nwhile True:\n    x = x + x').error.type, 'MemoryError');
});

test('input is an error at once: nobody can answer', () => {
  const { error } = python.run('name = input("Who? ")');

  assert.equal(error.message, 'a cell cannot ask: write the value into it');
});

test('a missing part of NumPy is an error that names similar functions', () => {
  const { error } = python.run('import numpy as np\nnp.concatinate');

  assert.equal(error.type, 'AttributeError');
  assert.match(error.message, /^numpy has no 'concatinate' here: .* Near to it: concatenate\.$/u);
});

test('manyheads is the engine, and its refusals are exceptions', () => {
  const program = `import manyheads
import numpy as np
layer = manyheads.attention(d_model=8, num_heads=2, seed=3)
x = np.random.default_rng(1).standard_normal((4, 8))
trace = layer.trace(x, causal=True)
print(np.allclose(layer.forward(x, causal=True), trace.output), trace.weights.shape)
print(manyheads.measure.entropy(trace.weights).shape, manyheads.cost.parameters({'d_model': 8, 'num_heads': 2})['wq'])
for wrong in (lambda: manyheads.attention(d_model=7, num_heads=2), lambda: layer.forward(np.ones((4, 9)))):
    try:
        wrong()
    except manyheads.ConfigError as error:
        print('config', error)
    except manyheads.ShapeError as error:
        print('shape', error)`;

  const { printed, error } = python.run(program);

  assert.equal(error, null);
  assert.match(
    printed,
    /^True \(2, 4, 4\)\n\(2, 4\) 64\nconfig attention: dModel 7 .*\nshape forward: .*\n$/u,
  );
});

test('the same seed draws the same numbers, normal or uniform', () => {
  const program = `import numpy as np
a, b = (np.random.default_rng(5) for _ in range(2))
x = a.standard_normal((50, 40))
print(np.array_equal(x, b.standard_normal((50, 40))), abs(x.mean()) < 0.1, abs(x.std() - 1) < 0.1)
u = a.random(2000)
print(u.min() >= 0, u.max() <= 1, abs(u.mean() - 0.5) < 0.05, abs(u.var() - 1 / 12) < 0.01)
print(set(a.integers(0, 3, 100).tolist()) == {0, 1, 2}, sorted(a.permutation(5).tolist()))
np.random.seed(1); first = np.random.randn(3); np.random.seed(1)
print(np.array_equal(first, np.random.randn(3)), np.array_equal(first, np.random.randn(3)))`;

  const { printed } = python.run(program);

  assert.equal(printed, 'True True True\nTrue True True True\nTrue [0, 1, 2, 3, 4]\nTrue False\n');
});

test('output is limited', () => {
  const given = [];
  const write = limitOutput((text) => given.push(text.length));
  for (let i = 0; i < 5; ++i) write('x'.repeat(maxOutput.letters / 2));

  assert.deepEqual(given, [maxOutput.letters / 2, maxOutput.letters / 2]);
});

/** A connection to the other end of its port, and what that sends of a run. */
async function connected(sends) {
  const { port1, port2 } = new MessageChannel();
  const given = [];
  let hasEnded = false;
  const end = () => (hasEnded = true);
  const connection = new PythonConnection({ port: port1, end });
  port2.onmessage = ({ data }) =>
    sends.forEach((message) => port2.postMessage({ ...data, ...message }));
  const running = connection.run({ name: 'cell', source: '' }, (...write) => given.push(write));
  const outcome = await running.catch(({ message }) => message);
  port2.close();
  connection.end('done');
  return { given, outcome, hasEnded };
}
const half = { type: 'output', text: 'x'.repeat(maxOutput.letters / 2) };
const done = { type: 'end', ran: { error: null, failing: null } };

test('the note that output was cut is shown once', async () => {
  const { given, outcome } = await connected([half, half, done]);

  assert.deepEqual(outcome, done.ran);
  assert.deepEqual(
    given.map(([text, isCut]) => [text.length, isCut]),
    [
      [maxOutput.letters / 2, false],
      [maxOutput.letters / 2, true],
    ],
  );
});

for (const [what, sends] of [
  ['more than is shown', [half, half, { type: 'output', text: 'x' }, done]],
  ['for another run', [{ ...done, run: 9 }]],
  ['of a check that there is not', [{ type: 'end', ran: { error: null, failing: '' } }]],
  ['that all is loaded, again', [{ type: 'ready', version: '1' }]],
  ['nothing known', [{ type: 'GET', path: ['constructor'] }]],
]) {
  test(`a thread that sends ${what} is ended`, async () => {
    const { outcome, hasEnded } = await connected(sends);

    assert.equal(outcome, 'The thread of this cell sent what it may not send.');
    assert.ok(hasEnded);
  });
}

test('a connection keeps no answer that it has given', async () => {
  const { port1, port2 } = new MessageChannel();
  const connection = new PythonConnection({ port: port1, end: () => port2.close() });
  port2.onmessage = ({ data }) => port2.postMessage({ ...done, run: data.run });
  const run = async () => new WeakRef(await connection.run({ name: 'cell', source: '' }, () => {}));
  const answer = await run();

  await collectGarbage();

  assert.equal(answer.deref(), undefined);
  connection.end('done');
  await assert.rejects(run, /^Error: done$/u);
});

test('output is limited in lines too', () => {
  let lines = 0;
  const write = limitOutput(() => (lines += 1));
  for (let i = 0; i < 2 * maxOutput.lines; ++i) write('x\n');

  assert.equal(lines, maxOutput.lines);
});

test('a cell defines what it assigns, imports, and names by def or class', () => {
  for (const source of [
    ...['x = 1', 'a, x = 1, 2', 'x, a = 1, 2', 'x=1', 'y = 1\r\n  x = 1'],
    ...['def x():', 'class  x:', 'from n import x', 'import n, x as m'],
  ]) {
    assert.ok(defines(source, 'x'), source);
  }
  for (const source of ['print(x)', 'x == 1', 'xx = 1', 'y = x', 'x.a = 1', 'def y(x=1):']) {
    assert.ok(!defines(source, 'x'), source);
  }
});

test('code of any form is searched for a name without a wait', () => {
  for (const source of [' '.repeat(6000) + 'x,'.repeat(6900), 'def' + ' '.repeat(19_000)]) {
    const taken = processorTime(() => assert.ok(!defines(source, 'x')));

    assert.ok(taken < 100, `${taken} ms`);
  }
});

test('a NameError names what is missing', () => {
  assert.equal(missingName(python.run('print(never_made)').error), 'never_made');
  assert.equal(missingName(python.run('1 / 0').error), null);
});

test('a state is read from anything', () => {
  const none = { code: null, tries: 0, passed: false, shown: false };
  for (const given of [undefined, null, 7, 'x', [], { code: {}, tries: 1.5, passed: 1 }]) {
    assert.deepEqual(parseCell(given), none);
  }
  const state = { code: 'x', tries: 2, passed: true, shown: true };
  assert.deepEqual(parseCell(state), state);
});

test('code between tags loses the indentation of the page', () => {
  assert.equal(
    codeFromHtml('\n    for i in x:\n        print(i)\n  '),
    'for i in x:\n    print(i)',
  );
  assert.equal(codeFromHtml(''), '');
});
