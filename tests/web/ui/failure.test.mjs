import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { explainFailure } = await bundled('ui/failure.ts');
const { Connection } = await bundled('lib/worker.ts');
const named = (name) => Object.assign(new Error('why'), { name });

test('each kind of failure has its title, and all but one can be tried again', () => {
  const cases = {
    Error: ['Its own title.', 'Try again'],
    MissingFileError: ['A file that the figure needs is missing.', 'Try again'],
    NoWorkerError: ['This browser cannot start a worker for this page.', 'Try again'],
    UnsupportedError: [
      'This browser cannot run the figure: it needs WebAssembly with SIMD.',
      undefined,
    ],
  };
  for (const [name, [title, retry]] of Object.entries(cases)) {
    const shown = explainFailure(named(name), 'Its own title.', () => {});
    assert.deepEqual([shown.title, shown.repair?.label], [title, retry], name);
  }
});

test('a worker that is refused or ends without a message has an error of its own', async () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  assert.throws(() => new Connection(refuse), { name: 'NoWorkerError' });
  const bug = () => {
    throw new TypeError('start is wrong');
  };
  assert.throws(() => new Connection(bug), { name: 'TypeError' });

  const { port1 } = new MessageChannel();
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  const connection = new Connection(() => ({ worker }));
  worker.dispatchEvent(new Event('error'));
  await assert.rejects(
    connection.call(() => new Promise(() => {})),
    { name: 'NoWorkerError' },
  );
});
