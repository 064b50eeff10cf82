import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { SharedEngine } = await bundled('ui/engine.ts');
const host = { addController() {}, requestUpdate() {} };

test('what failed is the engine, or else what is loaded beside it', async (context) => {
  let areThere = true;
  const loadQuestions = async () => {
    if (!areThere) throw new Error('no questions');
  };
  const shared = new SharedEngine(host, () => {}, loadQuestions);
  const withoutSimd = context.mock.method(WebAssembly, 'validate', () => false);
  await shared.retry();
  const first = shared.hasEngineFailed;
  withoutSimd.mock.restore();
  areThere = false;
  await shared.retry();

  assert.deepEqual([first, shared.hasEngineFailed], [true, false]);
  assert.equal(shared.failure.message, 'no questions');
});
