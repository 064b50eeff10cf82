import { startFile } from '../../lib/worker-file.js';

/** The file is next to this one. Bundlers look for exactly this expression. */
const script = () => new URL(/* @vite-ignore */ './long-run-worker.js', import.meta.url);

export const startLongRun = () => startFile('long-run-worker.js', script());
