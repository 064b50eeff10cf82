import { inEnglish } from '../../ui/in-english.js';
import type { Notice } from '../../ui/notice.js';
import type { Refusal } from '../../lib/training/service.js';
import { words } from './words/index.js';
import { runNames } from './state.js';

/** Why the core refuses the settings of a run. */
export function explainRefusal({ run, message }: Refusal, back: () => void): Notice {
  const say = words.states;
  return {
    title: say.refused(runNames[run]!),
    why: inEnglish(message),
    repair: { label: say.back, act: back },
  };
}
