import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { bundled } from '../bundled.mjs';

const { Operating } = await bundled('elements/training/operating.ts');
const model = { relations: ['previous'], chance: { accuracy: [0.2] }, heads: 4, layers: 1 };

test('a double click trains a pooled model once', async () => {
  let trained = 0;
  const race = {
    at: 300,
    records: { a: { model, findingAt: () => ({ accuracy: [1] }) } },
    operate: async () => [0.5],
    async trainPooled(steps) {
      await wait(1);
      trained += steps;
      return [0.9];
    },
  };
  const operating = new Operating(race);
  operating.choose({ kind: 'pool', kvHeads: 2, from: 'mean' });
  await operating.grade(0);

  await Promise.all([operating.trainPooled(20), operating.trainPooled(20)]);
  await operating.trainPooled(100);

  assert.equal(trained, 100);
  assert.deepEqual(
    operating.completed.map(({ further }) => further),
    [100, 20, 0],
  );
});
