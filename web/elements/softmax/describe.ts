import type { TemplateResult } from 'lit';
import { plain } from '../../lib/numbers.js';
import { at } from '../../lib/tensor-view.js';
import { termText, scoreText, togetherText, weightText } from './numbers.js';
import { largestPower, overflows, timesAsLarge, type SoftmaxRun } from './run.js';
import { words } from './words/index.js';

/** What the figure found, with its live numbers. */
export function caption(run: SoftmaxRun): string | TemplateResult {
  const say = words.caption;
  if (!run.state.power) return say.noPower(run.sum);
  if (overflows(run)) return say.overflow(largestPower(run));
  if (run.sum === 0) return say.allVanished();
  return at(run.weights, run.lead.second) === 0
    ? say.vanished(run)
    : say.lead(run, timesAsLarge(run));
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeSoftmax(run: SoftmaxRun): string {
  const { describe: say, key } = words;
  const { scores, subtractMax, temperature, power } = run.state;
  return [
    ...(subtractMax ? [say.settings.subtractMax(scoreText(run.maximum))] : []),
    ...(temperature === 1 ? [] : [say.settings.temperature(plain(temperature))]),
    ...(power ? [] : [say.settings.noPower]),
    ...scores.map((score, i) =>
      say.key(
        key(i),
        scoreText(score),
        termText(at(run.powers, i), power),
        weightText(at(run.weights, i)),
      ),
    ),
    say.sum(termText(run.sum, power), togetherText(run.together)),
  ].join(' ');
}
