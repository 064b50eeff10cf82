import assert from 'node:assert/strict';
import test from 'node:test';
import { bundled } from '../bundled.mjs';

const { declareSettings } = await bundled('ui/settings.ts');

test('each name of a format is a property in camel case, and its flags are booleans', () => {
  const format = {
    names: ['seed', 'd-model', 'no-output-projection'],
    flags: ['no-output-projection'],
  };

  assert.deepEqual(declareSettings(format), {
    seed: { attribute: 'seed' },
    dModel: { attribute: 'd-model' },
    noOutputProjection: { attribute: 'no-output-projection', type: Boolean },
  });
});

test('flags can be declared in another way', () => {
  const flag = { type: Boolean, converter: (text) => text };

  const { bTie } = declareSettings({ names: ['b-tie'], flags: ['b-tie'] }, flag);

  assert.deepEqual(bTie, { attribute: 'b-tie', ...flag });
});
