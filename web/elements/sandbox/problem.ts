import { ConfigError, type ManyheadsError } from '../../../emscripten/package/index.js';
import { lessonModel } from './lesson-model.js';
import { onWeights, starts, type SandboxState } from './state.js';
import { inEnglish } from '../../lib/in-english.js';
import type { Notice } from '../../ui/notice.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { strings } from '../strings.js';

/** What is left of tokens without the marks around them, and of marks alone nothing. */
const withoutPunctuation = (tokens: readonly string[]): string[] =>
  tokens.map((token) => token.replace(/^\p{P}+|\p{P}+$/gu, '')).filter((token) => token !== '');

/** What cannot be run, why, and what repairs it; the last good picture stays beside it. */
export function problemOf(
  error: ManyheadsError,
  wanted: SandboxState,
  { state: shown }: SandboxRun,
  model: SandboxModel,
  change: (change: Partial<SandboxState>) => void,
): Notice {
  const { states } = strings;
  const { weights, tokens, dModel, heads, kvHeads } = wanted;
  if (tokens.length === 0) {
    const { tokens: lesson } = starts[weights];
    const label = states.useSentence(lesson.join(' '));
    const repair = { label, act: () => change({ tokens: lesson }) };
    return { title: states.emptyTitle, why: states.empty, repair };
  }
  if (weights === 'trained') {
    const unknown = [...new Set(tokens.filter((token) => !model.trained.knows(token)))];
    const isLong = tokens.length > lessonModel.tokens;
    const repair = {
      label: states.useRandom,
      act: () => change(onWeights(wanted, 'random')),
    };
    if (unknown.length > 0) {
      const count = model.trained.vocabulary.length;
      const bare = withoutPunctuation(tokens);
      const isKnown = bare.length > 0 && bare.every((token) => model.trained.knows(token));
      const drop = { label: states.dropPunctuation, act: () => change({ tokens: bare }) };
      return {
        title: states.unknownTitle(unknown),
        why: states.unknown(count),
        repair: isKnown ? drop : repair,
      };
    }
    if (isLong) {
      const title = states.longTitle(tokens.length);
      return { title, why: states.long(lessonModel.tokens), repair };
    }
  }
  if (error instanceof ConfigError && dModel % heads !== 0) {
    const next = Math.ceil(dModel / heads) * heads;
    return {
      title: states.splitTitle(dModel, heads),
      why: states.split(dModel, heads, dModel / heads, shown.dModel, shown.heads),
      repair: { label: states.use(next), act: () => change({ dModel: next }) },
    };
  }
  if (error instanceof ConfigError && kvHeads !== null && heads % kvHeads !== 0) {
    return {
      title: states.kvTitle(heads, kvHeads),
      why: states.kv(heads, kvHeads, heads / kvHeads),
      repair: { label: states.use(heads), act: () => change({ kvHeads: null }) },
    };
  }
  const repair = { label: states.back, act: () => change(shown) };
  return { title: states.failedTitle, why: inEnglish(error.message), repair };
}
