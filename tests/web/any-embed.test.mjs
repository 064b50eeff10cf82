/** embed.html: 10,000 addresses and 10,000 messages of pages around it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundled } from './bundled.mjs';
import { anything, check, parametersLike, stateLike, text } from './lib/any-input.mjs';
import { formats } from './lib/formats.mjs';

const { asksForHeight, attributesIn, isOwnFile, stateIn } = await bundled(
  'elements/embed-request.ts',
);

test('an element gets the attributes that it accepts, with the text of the address', () => {
  const other = fc.dictionary(
    fc.oneof(text, fc.constantFrom('onload', 'style', 'srcdoc', 'from-link', 'code', 'element')),
    text,
  );
  const address = fc
    .constantFrom(...formats)
    .chain((format) => fc.tuple(fc.constant(format), parametersLike(format), other));
  check(
    fc.property(address, ([{ names, flags, parse }, own, other]) => {
      const parameters = new URLSearchParams({ ...other, ...own });
      const attributes = attributesIn(parameters, [...names, 'theme'], flags, 'https://a.org/e');

      for (const [name, value] of attributes) {
        assert.ok([...names, 'theme', 'from-link'].includes(name), name);
        if (name === 'from-link') assert.ok(parameters.has('code'));
        else assert.equal(value, parameters.get(name));
      }
      const sets = (name) =>
        !flags.includes(name) || !['0', 'false'].includes(parameters.get(name));
      const wanted = names.filter((name) => parameters.has(name) && sets(name));
      assert.deepEqual(
        [...attributes.keys()].filter((name) => names.includes(name)),
        wanted,
      );
      const state = parse(Object.fromEntries(attributes));
      assert.deepEqual(parse(state), state);
    }),
  );
});

/** Addresses of quizzes that lead elsewhere, written in the ways that the URL standard allows. */
const elsewhere = fc.oneof(
  text,
  fc.webUrl(),
  fc
    .tuple(
      fc.constantFrom(
        '',
        'http:',
        'https:',
        'HTTPS:',
        'file:',
        'blob:',
        'data:',
        'javascript:',
        ' ',
      ),
      fc.constantFrom(
        '',
        '/',
        '//',
        '\\\\',
        '/\\',
        '///',
        '..',
        '../',
        '%2e%2e/',
        '..%2f',
        '#',
        '?',
      ),
      fc.constantFrom(
        '',
        'a.org',
        'A.ORG:443',
        'a.org:8080',
        'a.org@b.org',
        'b.org',
        'a.org.b.org',
      ),
      fc.constantFrom(
        '',
        '/',
        '/quiz.json',
        '/../quiz.json',
        '\\..\\quiz.json',
        '/%2e%2e/x',
        '%5c..',
      ),
    )
    .map((parts) => parts.join('')),
);

test('quizzes are taken from the own site only, however an address names them', () => {
  let taken = 0;
  check(
    fc.property(elsewhere, (src) => {
      const page = 'https://a.org/course/embed.html?element=mh-quiz';
      const attributes = attributesIn(new URLSearchParams({ src }), ['src'], [], page);
      const own = URL.canParse(src, page) && /^https:\/\/a\.org\//u.test(new URL(src, page).href);

      assert.equal(attributes.get('src'), own ? src : undefined);
      taken += own;
    }),
  );
  assert.ok(taken > 100, `${taken} taken`);
});

test('from the disk, quizzes are taken from the folder of embed.html and below', () => {
  const page = 'file:///home/a/course/embed.html?element=mh-quiz';
  const isOwn = (src) => isOwnFile(src, page);
  check(
    fc.property(elsewhere, (src) => {
      if (!isOwn(src)) return;
      const { host, pathname } = new URL(src, page);
      assert.equal(host, '');
      assert.match(pathname, /^\/home\/a\/course\//u);
      assert.doesNotMatch(pathname, /%2f|%5c|\\|\/(?:\.|%2e){2}(?:\/|$)/iu);
    }),
  );
  for (const src of ['quiz.json', './a/quiz.md', 'file:///home/a/course/quiz.json', '#quiz']) {
    assert.ok(isOwn(src), src);
  }
  for (const src of [
    ...['../quiz.json', '/etc/passwd', 'file:///home/a/other', 'file://b/home/a/course/quiz.json'],
    ...['%2e%2e/quiz.json', 'a/..%2f..%2fquiz.json', 'a%5c..%5c..', 'https://b.org/', 'data:,[]'],
  ]) {
    assert.ok(!isOwn(src), src);
  }
  assert.ok(!isOwnFile('quiz.json', 'about:srcdoc'));
  assert.ok(!isOwnFile('data:,[]', 'data:text/html,'));
});

test('only a message that asks for the height does', () => {
  const message = fc.record(
    {
      type: fc.oneof(fc.constant('mh-get-height'), fc.constant('mh-height'), anything),
      version: fc.oneof(fc.constantFrom(1, 2, undefined), anything),
    },
    { requiredKeys: [] },
  );
  let asked = 0;
  check(
    fc.property(fc.oneof(message, anything), (data) => {
      const asks = data?.type === 'mh-get-height' && [1, undefined].includes(data.version);
      assert.equal(asksForHeight(data), asks);
      asked += asks;
    }),
  );
  assert.ok(asked > 500, `${asked} asked`);
});

test('only mh-set-state messages set a state, and any state becomes valid', () => {
  const state = fc.constantFrom(...formats).chain((format) => stateLike(format));
  const message = fc.record(
    {
      type: fc.oneof(fc.constant('mh-set-state'), fc.constant('mh-state'), anything),
      version: fc.oneof(fc.constantFrom(1, 1, 2, undefined), anything),
      state: fc.oneof(state, anything),
    },
    { requiredKeys: [] },
  );
  let set = 0;
  check(
    fc.property(fc.oneof(message, anything), fc.constantFrom(...formats), (data, { parse }) => {
      const wanted = stateIn(data);
      const isKnown = data?.type === 'mh-set-state' && [1, undefined].includes(data.version);
      assert.equal(wanted !== null, isKnown);
      if (wanted === null) return;
      const state = parse(wanted.state);
      assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
      set += 1;
    }),
  );
  assert.ok(set > 500, `${set} set a state`);
});
