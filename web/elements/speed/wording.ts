import { isLimit, type Speed } from './report.js';
import { words } from './words/index.js';

/** A number and its unit, which have their own columns. */
export type Quantity = readonly [number: string, unit: string];

/** The time of one call; null for the machine's limits, where it would mean nothing. */
export function formatTime({ subject, measured: { median } }: Speed): Quantity | null {
  if (isLimit(subject)) return null;
  const { number, units } = words;
  if (median < 1e-3) return [number(median * 1e6), units.microseconds];
  if (median < 1) return [number(median * 1e3), units.milliseconds];
  return [number(median), units.seconds];
}

export function formatSpeed({ subject, perSecond }: Speed): Quantity {
  const { number, units } = words;
  if (subject.kind === 'decode') return [number(perSecond), units.tokens];
  return [number(perSecond / 1e9), subject.kind === 'memory' ? 'GB/s' : 'GFLOP/s'];
}

/** The table as text, for copying. */
export function speedText(speeds: readonly Speed[], machine: Readonly<Record<string, unknown>>) {
  const lines = speeds.map((speed) => {
    const { name, about } = words.subject(speed.subject);
    const numbers = [formatTime(speed), formatSpeed(speed)].flatMap((pair) =>
      pair ? [pair.join(' ')] : [],
    );
    if (speed.share !== null) numbers.push(words.ofPeak(speed.share));
    return `${name} (${about}): ${numbers.join(', ')}`;
  });
  return [...lines, words.method, ...Object.values(machine)].join('\n');
}
