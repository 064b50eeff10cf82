import { lessonModel } from '../../lib/lesson/model.js';
import { limits, onWeights, starts, type SandboxState } from './state.js';
import type { Notice } from '../../ui/notice.js';
import type { SandboxModel, SandboxRun } from './run.js';
import { uiWords } from '../../ui/words/index.js';
import { words } from './words/index.js';

/** The tokens without surrounding punctuation. Tokens of punctuation only are dropped. */
const withoutPunctuation = (tokens: readonly string[]): string[] =>
  tokens.map((token) => token.replace(/^\p{P}+|\p{P}+$/gu, '')).filter((token) => token !== '');

/**
 * Why the settings cannot be run and how to repair them; null if only the core says why. The last
 * valid picture stays.
 */
export function explainProblem(
  wanted: SandboxState,
  { state: shown }: SandboxRun,
  model: SandboxModel,
  change: (change: Partial<SandboxState>) => void,
): Notice | null {
  const { weights, tokens, dModel, heads, kvHeads } = wanted;
  if (tokens.length === 0) {
    const { tokens: lesson } = starts[weights];
    const label = uiWords.problems.useSentence(lesson.join(' '));
    const repair = { label, act: () => change({ tokens: lesson }) };
    return { title: uiWords.problems.emptyTitle, why: uiWords.problems.empty, repair };
  }
  if (weights === 'trained') {
    const unknown = [...new Set(tokens.filter((token) => !model.trained.knows(token)))];
    const isLong = tokens.length > lessonModel.tokens;
    const repair = {
      label: words.problems.useRandom,
      act: () => change(onWeights(wanted, 'random')),
    };
    if (unknown.length > 0) {
      const count = model.trained.vocabulary.length;
      const bare = withoutPunctuation(tokens);
      const isKnown = bare.length > 0 && bare.every((token) => model.trained.knows(token));
      const drop = { label: words.problems.dropPunctuation, act: () => change({ tokens: bare }) };
      return {
        title: words.problems.unknownTitle(unknown),
        why: isKnown ? words.problems.punctuation(count) : words.problems.unknown(count),
        repair: isKnown ? drop : repair,
      };
    }
    if (isLong) {
      const title = words.problems.longTitle(tokens.length);
      return { title, why: words.problems.long(lessonModel.tokens), repair };
    }
  }
  if (dModel % heads !== 0) {
    const above = Math.ceil(dModel / heads) * heads;
    const width = above <= limits.dModel ? above : above - heads;
    return {
      title: uiWords.problems.splitTitle(dModel, heads),
      why: uiWords.problems.split(dModel, heads, dModel / heads, shown.dModel, shown.heads),
      repair: { label: uiWords.problems.use(width), act: () => change({ dModel: width }) },
    };
  }
  if (kvHeads !== null && heads % kvHeads !== 0) {
    return {
      title: words.problems.kvTitle(heads, kvHeads),
      why: words.problems.kv(heads, kvHeads, heads / kvHeads),
      repair: { label: uiWords.problems.use(heads), act: () => change({ kvHeads: null }) },
    };
  }
  return null;
}
