import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundled } from '../bundled.mjs';
import { formats } from './formats.mjs';
import { hostileText, hostileThings, seeded } from './hostile.mjs';

const { defaultRun } = await bundled('elements/training/state.ts');
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

/** What states have inside of their fields. */
const moreFields = { 'mh-cost': ['reading'], 'mh-training': Object.keys(defaultRun) };

/** Whatever reads a state, with the names of its fields, and what writes it into an address. */
const parsers = {
  ...Object.fromEntries(
    formats.map((format) => [format.tag, figure(format, moreFields[format.tag])]),
  ),
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

describe('any input gives a valid state', () => {
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
