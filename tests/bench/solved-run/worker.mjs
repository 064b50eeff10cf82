/** Trains "relations" with the trainer's defaults until it is solved, from a few seeds. */
import { load } from '/manyheads/index.js';

const seeds = [0, 1, 2, 3, 4];

const engine = await load();
const runs = seeds.map((seed) => {
  const start = performance.now();
  const trainer = engine.trainer({ task: 'relations', numHeads: 4, seed });
  let report = trainer.step();
  while (!report.solved && report.step < 300) report = trainer.step();
  const ms = performance.now() - start;
  trainer.dispose();
  return { seed, ms, steps: report.step, solved: report.solved };
});
postMessage(runs);
