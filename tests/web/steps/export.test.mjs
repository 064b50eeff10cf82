import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engine } from '../../package/installed.mjs';
import { bundled } from '../bundled.mjs';

const { stepsCsv, stepsJson } = await bundled('elements/steps/export.ts');
const { makeView } = await bundled('elements/steps/matrices.ts');
const { runSteps } = await bundled('elements/steps/run.ts');
const { defaultSteps, stepsFormat } = await bundled('elements/steps/state.ts');
const { stateMarkup } = await bundled('lib/state-format.ts');

const tokens = ['=SUM(A1)', 'say "hi"'];
const run = runSteps(engine, { ...defaultSteps, tokens, causal: true });

test('a step is saved with a line a number, and no word is run as a formula', () => {
  const lines = stepsCsv(run, makeView(run, { stage: 'scores', head: 1 }, null)).split('\n');

  assert.equal(lines[0], 'matrix,head,row,column,value');
  assert.equal(lines.length, 1 + 8 + 8 + 4 + 4 + 1);
  assert.ok(lines[1].startsWith(`q,1,"'=SUM(A1)",0,`));
  assert.equal(lines[22], `scores,1,"'=SUM(A1)","say ""hi""",-Infinity`);
});

test('the run is saved with every tensor', () => {
  const { state, trace } = JSON.parse(stepsJson(run));

  assert.deepEqual(state.tokens, tokens);
  assert.deepEqual(trace.x.shape, [2, 8]);
  assert.equal(trace.maskedScores.data[1], '-Infinity');
});

test('the element for another page has what differs, and words cannot end it', () => {
  assert.equal(stateMarkup(stepsFormat, defaultSteps), '<mh-steps></mh-steps>');
  assert.equal(
    stateMarkup(stepsFormat, { ...defaultSteps, tokens: ['"><b>'], causal: true, step: 3 }),
    '<mh-steps tokens="&quot;&gt;&lt;b&gt;" causal step="3"></mh-steps>',
  );
});
