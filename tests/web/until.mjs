import assert from 'node:assert/strict';

/** Gives messages and timers their turns. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for at most ten seconds. */
export async function until(isTrue) {
  for (let tries = 0; !isTrue(); tries++) {
    assert.ok(tries < 500, `never true: ${isTrue}`);
    await pause(20);
  }
}
