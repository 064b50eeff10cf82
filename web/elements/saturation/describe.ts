import type { TemplateResult } from 'lit';
import { fixed, share } from '../../lib/numbers.js';
import { scales, widths, type Scale, type Width } from './draws.js';
import { atWidth, measures, type Measure, type SaturationRun } from './run.js';
import type { SaturationState } from './state.js';
import { words } from './words/index.js';

const mean = (run: SaturationRun, dHead: Width, scale: Scale, measure: Measure) =>
  share(atWidth(run, dHead).scales[scale][measure].mean);

/** What the figure found, with its live numbers. */
export function caption(run: SaturationRun, { dHead }: SaturationState): TemplateResult {
  const [first, last] = [widths[0], widths.at(-1)!];
  const between = dHead === first || dHead === last ? null : dHead;
  return words.caption({
    first: mean(run, first, 'none', 'largest'),
    chosen: between === null ? '' : mean(run, between, 'none', 'largest'),
    width: String(dHead),
    last: mean(run, last, 'none', 'largest'),
    right: mean(run, dHead, 'sqrt-d-head', 'largest'),
    wrong: mean(run, dHead, 'sqrt-d-model', 'entropy'),
    uniform: share(run.uniform.entropy),
  });
}

/** The picture as sentences, from its data: what a screen reader gets. */
export function describeSaturation(run: SaturationRun, { dHead, scale }: SaturationState): string {
  const { describe: say } = words;
  const rows = scales.map((each) => {
    const [largest, entropy, trace] = measures.map((measure) => mean(run, dHead, each, measure));
    return say.scale(words.spokenScale[each], largest!, entropy!, trace!);
  });
  const { runs } = run.diagnosis;
  return [
    ...run.widths.map(({ dHead, spread, dividedSpread }) =>
      say.width(dHead, fixed(spread), fixed(dividedSpread)),
    ),
    say.chosen(dHead, words.spokenScale[scale]),
    ...rows,
    say.case(
      fixed(runs['as-is'].meanScore),
      fixed(runs['as-is'].spread),
      share(runs['as-is'].largest),
    ),
  ].join(' ');
}

/** How much a mean changes with new draws: the largest such error of all means. */
export const largestError = (run: SaturationRun): string =>
  fixed(
    Math.max(
      ...run.widths.flatMap(({ scales }) =>
        Object.values(scales).map(({ largest }) => largest.error),
      ),
    ),
    3,
  );
