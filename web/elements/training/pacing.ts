import type { Pace } from './state.js';

/** How long the worker may compute per call, in ms. Between calls, the page draws. */
const callBudget = { paced: 16, unlimited: 48 };
/** In a hidden tab, nothing is drawn between calls, and they are a second apart. */
const hiddenBudget = 500;
/** The longest time between calls where the browser draws no frames, in ms. */
const longestFrame = 250;
/** The training time between two measurements, in multiples of the last measurement's time. */
const restFactor = { paced: 1, unlimited: 4 };
const [shortestRest, longestRest] = [150, 2000];
/** At most this many steps are made up for after the browser has paused. */
const mostDue = 30;

/** While training: how many steps are due now, and whether it is time to measure. */
export class Pacing {
  readonly #budget: number;
  readonly #perSecond: number;
  readonly #restFactor: number;
  #due = 1;
  #last = performance.now();
  #restUntil = this.#last + shortestRest;

  constructor(pace: Pace) {
    const kind = pace === 'all' ? 'unlimited' : 'paced';
    this.#budget = callBudget[kind];
    this.#restFactor = restFactor[kind];
    this.#perSecond = pace === 'all' ? Infinity : Number(pace);
  }

  /** For the next call, in ms. */
  get budget(): number {
    return document.hidden ? hiddenBudget : this.#budget;
  }

  /** @param left  the steps up to the limit */
  countDue(left: number): number {
    const now = performance.now();
    const isUnlimited = this.#perSecond === Infinity;
    const passed = (now - this.#last) / 1000;
    this.#due = isUnlimited ? left : Math.min(this.#due + this.#perSecond * passed, mostDue);
    this.#last = now;
    return Math.min(left, Math.floor(this.#due));
  }

  /** This many steps were trained. */
  pay(steps: number) {
    this.#due -= steps;
  }

  get isTimeToMeasure(): boolean {
    return performance.now() > this.#restUntil;
  }

  /** The longer it takes to measure, the longer training goes on until the next time. */
  async measure(measure: () => Promise<void>) {
    const before = performance.now();
    await measure();
    const after = performance.now();
    const rest = (after - before) * this.#restFactor;
    this.#restUntil = after + Math.min(Math.max(rest, shortestRest), longestRest);
  }
}

/** Training goes on in a hidden tab, where there are no frames. */
export const nextFrame = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, longestFrame);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(null);
    });
  });
