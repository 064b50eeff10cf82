import { html, type TemplateResult } from 'lit';
import { significant, unit } from '../lib/numbers.js';
import { isLimit, type Speed } from '../lib/speed-report.js';
import type { Subject } from '../lib/speed-subjects.js';

/**
 * The words of the speed panel, in English. Apart from strings.ts, which who embeds the elements
 * loads: the panel is the lesson page's alone.
 */

/** A number and its unit, which stand in columns of their own. */
export type Quantity = readonly [number: string, unit: string];

const whole = (n: number) => n.toLocaleString('en');

export const speedWords = {
  question: 'How much of one thread does a layer use?',
  begin: 'Start',
  again: 'Measure again',
  cancel: 'Cancel',
  retry: 'Try again',
  progress: 'Rows measured',
  rows: (done: number, all: number) => `${done} of ${all}`,
  idle: 'Nothing has been measured yet.',
  step: (name: string, row: number, all: number) => `Row ${row} of ${all}: ${name}.`,
  cancelled: 'Cancelled. Nothing of it was kept.',
  done: 'Measured here, just now.',
  failed: 'The measurement broke off.',
  noWorker: 'This browser starts no worker for this page.',
  noWorkerWhy:
    'The measurement needs a thread of its own, or it would freeze the page. Another browser may give it one, or the same page from a web server.',

  caption: 'One thread of this machine',
  columns: { what: 'what', time: 'one takes', speed: 'speed', share: 'of the peak' },
  missing: 'not measured',
  method:
    'The median of up to five runs of each row; of peak and memory the best. GFLOP/s: a billion multiplications and additions a second. Hidden keys are counted as if they were seen, so a causal layer that skips them may pass the peak. The thin line is the peak.',

  finding: (share: number, tokens: number, perSecond: number | null): TemplateResult =>
    html`A layer on ${whole(tokens)} tokens runs at
      <b>${percent(share)} of what one thread can do</b>
      here.${
        perSecond === null
          ? ''
          : html` With as many tokens cached, it adds
              <b>${unit(significant(perSecond), 'tokens a second')}</b>.`
      }`,

  copyText: 'Copy as text',
  copyJson: 'Copy as JSON',
  copied: 'Copied.',
  byHand: 'Copy this:',
} as const;

export const percent = (share: number): string => unit((share * 100).toFixed(0), '%');

export function subjectWords(subject: Subject): { readonly name: string; readonly about: string } {
  switch (subject.kind) {
    case 'peak':
      return { name: 'Peak', about: 'multiply and add alone' };
    case 'memory':
      return { name: 'Memory', about: `${subject.bytes / 2 ** 20} MiB, all of it read` };
    case 'layer': {
      const { tokens, dModel, heads, causal } = subject;
      return {
        name: `${whole(tokens)} tokens${causal ? ', causal' : ''}`,
        about: `${dModel} numbers each, ${heads} heads`,
      };
    }
    case 'decode':
      return {
        name: 'One token more',
        about: `after ${whole(subject.tokens)}; ${subject.dModel} numbers, ${subject.heads} heads`,
      };
  }
}

/** How long one call takes; a limit has no call that would mean anything. */
export function timeWords({ subject, measured: { median } }: Speed): Quantity | null {
  if (isLimit(subject)) return null;
  if (median < 1e-3) return [significant(median * 1e6), 'microseconds'];
  if (median < 1) return [significant(median * 1e3), 'milliseconds'];
  return [significant(median), 'seconds'];
}

export function speedOf({ subject, perSecond }: Speed): Quantity {
  if (subject.kind === 'decode') return [significant(perSecond), 'tokens a second'];
  return [significant(perSecond / 1e9), subject.kind === 'memory' ? 'GB/s' : 'GFLOP/s'];
}

/** The table as lines, for a mail. */
export function speedText(speeds: readonly Speed[], machine: Readonly<Record<string, unknown>>) {
  const lines = speeds.map((speed) => {
    const { name, about } = subjectWords(speed.subject);
    const numbers = [timeWords(speed), speedOf(speed)].flatMap((pair) =>
      pair ? [pair.join(' ')] : [],
    );
    if (speed.share !== null) numbers.push(`${percent(speed.share)} of the peak`);
    return `${name} (${about}): ${numbers.join(', ')}`;
  });
  return [...lines, speedWords.method, ...Object.values(machine)].join('\n');
}
