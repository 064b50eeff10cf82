import { startFile } from '../../lib/worker-file.js';

/** The file is next to this one. Bundlers look for exactly this expression. */
const script = () => new URL(/* @vite-ignore */ './measuring-worker.js', import.meta.url);

export const startMeasuring = () => startFile('measuring-worker.js', script());
