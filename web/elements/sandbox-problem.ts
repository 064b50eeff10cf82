import { ConfigError, type ManyheadsError } from '../../emscripten/package/index.js';
import { lessonSentence, type SandboxState } from '../lib/sandbox-state.js';
import type { Notice } from './notice.js';
import type { SandboxRun } from './sandbox-run.js';
import { strings } from './strings.js';

/** What cannot be run, why, and what repairs it; the last good picture stays beside it. */
export function problemOf(
  error: ManyheadsError,
  { tokens, dModel, heads, kvHeads }: SandboxState,
  { state: shown }: SandboxRun,
  change: (change: Partial<SandboxState>) => void,
): Notice {
  const { states } = strings;
  if (tokens.length === 0) {
    const label = states.useSentence(lessonSentence.join(' '));
    const repair = { label, act: () => change({ tokens: lessonSentence }) };
    return { title: states.emptyTitle, why: states.empty, repair };
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
  return { title: states.failedTitle, why: error.message, repair };
}
