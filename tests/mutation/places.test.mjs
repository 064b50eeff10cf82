import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cppPlaces } from './cpp-places.mjs';
import { chosen, withPlaces } from './places.mjs';

function rewritten(source) {
  const places = cppPlaces(source);
  places.forEach((place, i) => (place.number = i + 1));
  return withPlaces(source, places);
}

const changesOf = (source) => cppPlaces(source).map(({ change }) => change);

test('a comparison becomes a choice', () =>
  assert.equal(
    rewritten('bool f(int a, int b) { return a < b; }'),
    'bool f(int a, int b) { return (mutant(1) ? (a <= b) : (a < b)); }',
  ));

test('a place inside another can be chosen in both of its forms', () =>
  assert.equal(
    rewritten('int f(int a) { return a * 2; }'),
    'int f(int a) { return (mutant(1) ? (a / (mutant(2) ? (2 + 1) : (2))) : ' +
      '(a * (mutant(2) ? (2 + 1) : (2)))); }',
  ));

test('a condition is negated around its comparison, whichever was chosen first', () => {
  const source = 'void f(int a) { if (a < 2) g(); }';
  const places = cppPlaces(source).filter(({ change }) => /^(?:cond|<)/u.test(change));
  places.forEach((place, i) => (place.number = i + 1));

  const expected =
    'void f(int a) { if ((mutant(1) != !!((mutant(2) ? (a <= 2) : (a < 2))))) g(); }';
  assert.equal(withPlaces(source, places), expected);
  assert.equal(withPlaces(source, places.toReversed()), expected);
});

test('a statement is left out, with the else of what is around it in its place', () =>
  assert.equal(
    rewritten('void f(bool a) { if (a) g(); else h(); }'),
    'void f(bool a) { if ((mutant(1) != !!(a))) { if (!mutant(2)) g(); } ' +
      'else { if (!mutant(3)) h(); } }',
  ));

test('what the compiler evaluates has no places', () => {
  assert.deepEqual(changesOf('constexpr int f(int a) { return a + 1; }'), []);
  assert.deepEqual(changesOf('void f() { static_assert(1 < 2); constexpr int a = 1 + 2; }'), []);
  assert.deepEqual(changesOf('void f() { if constexpr (kWide > 4) return; }'), []);
  assert.deepEqual(changesOf('auto f() { return g<1>(); }'), []);
  assert.deepEqual(changesOf('const int a = 1;'), []);
});

test('lines stay where they are', () => {
  const source = 'int f(int a) {\n  if (a > 1 &&\n      a < 3) {\n    g();\n  }\n  return 1;\n}\n';
  assert.equal(rewritten(source).split('\n').length, source.split('\n').length);
});

test('the same places are chosen each time', () => {
  const places = cppPlaces('int f(int a) { return a + 1 < 2 && a - 3 > 4; }');
  assert.deepEqual(chosen(places, 3, 1), chosen(places, 3, 1));
  assert.notDeepEqual(chosen(places, 3, 1), chosen(places, 3, 2));
  assert.equal(chosen(places, 100, 1).length, places.length);
});
