/** Leaves in `solvedRuns` what a worker reports, as the lesson's page would train. */
const worker = new Worker('./solved-run-worker.js', { type: 'module' });
worker.onmessage = ({ data }) => (globalThis.solvedRuns = data);
worker.onerror = ({ message }) => {
  throw new Error(`the worker failed: ${message}`);
};
