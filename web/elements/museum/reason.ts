import type { MuseumTour } from './tour.js';
import { words } from './words/index.js';

/** Why a name is wrong: different verdicts of a test on both programs, or different numbers. */
export function reason(tour: MuseumTour, guess: string): string {
  const { test, wasRun, other } = tour.objection(guess);
  const { against, alike, does, numbers, tryTest } = words.naming;
  if (!test) {
    const exposing = tour.runTests.find(
      (each) => !each.isOracle && tour.verdict(each).kind === 'exposes',
    );
    if (!exposing) return alike;
    const [here, there] = [tour.verdict(exposing), tour.museum.verdict(other, exposing)];
    return `${alike} ${numbers(exposing.name, here, there)}`;
  }
  if (!wasRun) return tryTest(test.name);
  const there = tour.museum.verdict(other, test);
  return against(test.name, does[tour.verdict(test).kind], does[there.kind]);
}
