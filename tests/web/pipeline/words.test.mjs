import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { english } = await bundled('elements/pipeline/words/english.ts');
const { german } = await bundled('elements/pipeline/words/german.ts');

test('the step that hides names all that is hidden: later tokens, padding or both', () => {
  const sentence = ({ steps }, kind, lengths) => steps.hide.sentence({ state: { kind, lengths } });

  for (const [words, later, padding] of [
    [english, 'later tokens', '3 in sequence 0'],
    [german, 'späteren Tokens', '3 in Sequenz 0'],
  ]) {
    assert.ok(sentence(words, 'causal', []).includes(later));
    assert.doesNotMatch(sentence(words, 'causal', []), /padding/iu);
    assert.ok(sentence(words, 'self', [3, 2]).includes(padding));
    assert.ok(sentence(words, 'causal', [3, 2]).includes(later));
    assert.ok(sentence(words, 'causal', [3, 2]).includes(padding));
  }
});
