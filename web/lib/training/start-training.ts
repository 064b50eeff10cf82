import { startFile } from '../worker-file.js';

/** The file is next to this one. Bundlers look for exactly this expression. */
const script = () => new URL(/* @vite-ignore */ './training-worker.js', import.meta.url);

export const startTraining = () => startFile('training-worker.js', script());
