import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../bundled.mjs';

const { museum: content } = await bundled('elements/museum/collection/index.ts');
const { Museum } = await bundled('elements/museum/museum.ts');
const { MuseumSession } = await bundled('elements/museum/session.ts');
const { MuseumTour } = await bundled('elements/museum/tour.ts');
const { emptyMuseum, visitTo } = await bundled('elements/museum/state.ts');
const museum = new Museum(await load(), content);
const numberOf = (id) => content.exhibits.findIndex((exhibit) => exhibit.id === id) + 1;

function open(id = 'no-scale') {
  const own = { state: { ...emptyMuseum, exhibit: numberOf(id) } };
  const answers = [];
  const session = new MuseumSession({
    tour: () => new MuseumTour(museum, own.state, 'second-try'),
    change: (state) => (own.state = state),
    draw: () => {},
    sayAgain: (show, text) => show(text),
    sendAnswer: (answer) => answers.push(answer),
  });
  const visit = () => visitTo(own.state, own.state.exhibit);
  return { session, own, answers, visit };
}

test('the chosen tests run, and the first that exposes the bug is explained', () => {
  const { session, own, visit } = open();
  for (const id of ['rows', 'start', 'future']) session.toggleTest(id);
  session.toggleTest('future');
  session.runTests();

  assert.deepEqual([...visit().tests].sort(), ['rows', 'start']);
  assert.deepEqual(session.chosenCell, { number: own.state.exhibit, test: 'start' });
  assert.equal(session.chosenTests.size, 0);
});

test('without a chosen test nothing runs, and a hint says so', () => {
  const { session, visit } = open();
  session.runTests();

  assert.deepEqual(visit().tests, []);
  assert.notEqual(session.hint, '');
});

test('a name is checked once, and each check counts', () => {
  const { session, answers, visit } = open();
  for (const id of ['uniform-weights', 'uniform-weights', 'no-scale']) {
    session.chooseName(id);
    session.checkName();
  }

  assert.deepEqual(visit().guesses, ['uniform-weights', 'no-scale']);
  const question = 'museum/no-scale';
  assert.deepEqual(answers, [
    { question, answer: 'uniform-weights', correct: false, attempts: 1 },
    { question, answer: 'no-scale', correct: true, attempts: 2 },
  ]);
});

test('the program and its fix run the same tests: the chosen ones, or all', () => {
  const { session, own, visit } = open();
  session.runFixed();
  assert.deepEqual(visit().tests, visitTo(own.state, 0).tests);
  assert.equal(visit().tests.length, content.tests.length);

  const other = open();
  other.session.toggleTest('rows');
  other.session.runTests();
  other.session.runFixed();
  assert.deepEqual(visitTo(other.own.state, 0).tests, ['rows']);
});

test('the next exhibit starts without choices, hints or an old announcement', () => {
  const { session, own, visit } = open();
  session.chooseAllTests();
  session.chooseName('no-scale');
  session.showName();
  const shown = session.announcement;
  session.go(3);

  assert.deepEqual([session.chosenTests.size, session.chosenName, session.hint], [0, null, '']);
  assert.notEqual(session.announcement, shown);
  assert.equal(own.state.exhibit, 3);
  assert.ok(!visit().shown && visitTo(own.state, numberOf('no-scale')).shown);
});

test('another language clears what was said in the old one, and keeps the choices', () => {
  const { session } = open();
  session.toggleTest('rows');
  session.runTests();
  session.chooseName('no-scale');
  assert.notEqual(session.hint, '');

  session.forgetTexts();

  assert.deepEqual([session.hint, session.nameHint, session.announcement], ['', '', '']);
  assert.equal(session.chosenName, 'no-scale');
});
