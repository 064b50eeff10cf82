import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { hostileText, hostileThings, seeded } from './hostile.mjs';

const { sandboxFormat } = await bundled('elements/sandbox/state.ts');
const { headsFormat } = await bundled('elements/sandbox/heads/state.ts');
const { pipelineFormat } = await bundled('elements/pipeline/state.ts');
const { projectionFormat } = await bundled('elements/output-projection/state.ts');
const { identitiesFormat } = await bundled('elements/identities/state.ts');
const { masksFormat } = await bundled('elements/masks/state.ts');
const { memoryFormat } = await bundled('elements/memory/state.ts');
const { kvFormat } = await bundled('elements/kv/state.ts');
const { saturationFormat } = await bundled('elements/saturation/state.ts');
const { feedForwardFormat } = await bundled('elements/feed-forward/state.ts');
const { softmaxFormat } = await bundled('elements/softmax/state.ts');
const { costFormat } = await bundled('elements/cost/state.ts');
const { stepsFormat } = await bundled('elements/steps/state.ts');
const { defaultRun, trainingFormat } = await bundled('elements/training/state.ts');
const { parseAttempts, parseInterview } = await bundled('elements/interview/state.ts');
const { parsePatternCheck } = await bundled('elements/shapes/pattern-state.ts');
const { fromFile, parseProgress } = await bundled('elements/quiz/progress.ts');
const { parseReveal, parseSeed, parseTries } = await bundled('ui/check/tries.ts');
const { parseShapeCheck } = await bundled('elements/shapes/shape-state.ts');
const { parseMuseum } = await bundled('elements/museum/state.ts');
const { parseCell } = await bundled('elements/cells/state.ts');
const { readMessage } = await bundled('elements/cells/python/messages.ts');
const { pythonError } = await bundled('elements/cells/python/service.ts');

const questions = ['a', 'constructor', '__proto__'].map((id) => ({ id, points: [{}, {}] }));
const ofTries = ['seed', 'answers', 'shown'];

const figure = ({ parse, start, names, toParameters }, more = []) => [
  (given) => parse(given),
  [...Object.keys(start), ...names, ...more],
  toParameters,
];

/** Whatever reads a state, with the names of its fields, and what writes it into an address. */
const parsers = {
  sandbox: figure(sandboxFormat),
  heads: figure(headsFormat),
  'output projection': figure(projectionFormat),
  identities: figure(identitiesFormat),
  masks: figure(masksFormat),
  memory: figure(memoryFormat),
  'keys and values': figure(kvFormat),
  saturation: figure(saturationFormat),
  'feed-forward': figure(feedForwardFormat),
  softmax: figure(softmaxFormat),
  pipeline: figure(pipelineFormat),
  steps: figure(stepsFormat),
  cost: figure(costFormat, ['reading']),
  training: figure(trainingFormat, Object.keys(defaultRun)),
  interview: [parseInterview, ['stars', 'company', 'onlyMissed', 'only-missed', 'open']],
  attempts: [
    (given) => parseAttempts(given, questions),
    ['a', 'note', 'aloud', 'shown', 'named', 'rating'],
  ],
  museum: [parseMuseum, ['exhibit', 'visits', '0', '1', 'tests', 'guesses', 'shown']],
  cell: [parseCell, ['code', 'tries', 'passed', 'shown']],
  tries: [(given) => parseTries(given, 3), ofTries],
  progress: [parseProgress, ['log', 'tries', 'id', 'missed', 'a', ...ofTries]],
  'shape check': [(given) => parseShapeCheck(given), [...ofTries, 'level', 'stage']],
  'pattern check': [
    (given) => parsePatternCheck(given, { seed: 1, task: 'split-heads' }),
    [...ofTries, 'task'],
  ],
  seed: [(given) => parseSeed(given, 7), []],
  reveal: [parseReveal, []],
  'Python message': [
    readMessage,
    ['type', 'run', 'ran', 'text', 'version', 'message', 'error', 'failing', 'trace'],
  ],
  'Python error': [pythonError, ['type', 'message', 'trace']],
};

const prototypes = [Object.prototype, Array.prototype, Function.prototype];
const ownOfPrototypes = () => prototypes.map((each) => Object.getOwnPropertyDescriptors(each));

describe('a valid state comes of anything', () => {
  for (const [name, [parse, fields, toAddress]] of Object.entries(parsers)) {
    test(name, () => {
      const before = ownOfPrototypes();
      for (const given of hostileThings(fields, { seed: 12, count: 600 })) {
        const state = parse(given);

        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, 'is plain JSON');
        assert.deepEqual(parse(state), state, 'has no field that would be refused');
        if (toAddress) assert.deepEqual(parse(toAddress(state)), state, 'fits into an address');
      }
      assert.deepEqual(ownOfPrototypes(), before);
    });
  }
});

test('a file of progress is read or refused, whatever its text', () => {
  const random = seeded(13);
  for (let i = 0; i < 500; ++i) {
    const state = { log: [{ id: 'a', missed: hostileText(random) }], tries: hostileText(random) };
    const text = JSON.stringify({ format: 'manyheads-quizzes', ...state });
    const cut = text.slice(0, random() < 0.5 ? text.length : Math.floor(random() * text.length));

    assert.deepEqual(
      fromFile(cut)?.log ?? null,
      cut === text ? [{ id: 'a', missed: false }] : null,
    );
    assert.equal(fromFile(hostileText(random)), null);
  }
});
