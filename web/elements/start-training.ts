import type { Started } from '../lib/worker.js';

/** The worker's script stands beside this one; bundlers find it by this very expression. */
export const startTraining = (): Started => ({
  worker: new Worker(new URL('./training-worker.js', import.meta.url), { type: 'module' }),
});
