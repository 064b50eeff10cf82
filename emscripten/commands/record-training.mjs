/** Writes the results of training runs to the file that the lesson reads its numbers from. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { repository } from './run.mjs';
import { measure, trainingRuns } from './training-runs.mjs';

const resultsFile = join(repository, 'web/lib/lesson/training-results.json');
const program = join(repository, 'build/release/tests/figures/manyheads_training_run');

/** How each build measures a run: a list with the results of each seed. */
const builds = {
  async wasm() {
    const { load } = await import('../../dist/index.js');
    const engine = await load();
    return (run) => seedsOf(run).map((seed) => measure(engine, run, seed));
  },
  native:
    () =>
    ({ task, numHeads, steps, first, seeds }) =>
      execFileSync(program, [task, numHeads, steps, first, seeds].map(String), { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
};
export const buildNames = Object.keys(builds);

const seedsOf = ({ first, seeds }) => Array.from({ length: seeds }, (_, i) => first + i);

/** Measures all runs with one build, and writes each when it is done. The others' results stay. */
export async function recordTraining(build, runs = trainingRuns) {
  const measureRun = await builds[build]();
  for (const run of runs) {
    process.stderr.write(`${build}: ${nameOf(run)}, ${run.seeds} seeds\n`);
    const results = measureRun(run);
    const before = readResults();
    const others = before.runs.filter((old) => old.build !== build || nameOf(old) !== nameOf(run));
    writeResults({
      builds: { ...before.builds, [build]: describeMachine(build) },
      runs: [...others, { build, ...run, ...summarise(run, results) }],
    });
  }
}

const nameOf = ({ task, numHeads, steps }) => `${task}, ${numHeads} heads, ${steps} steps`;

function describeMachine(build) {
  const machine = `${cpus()[0].model.trim()}, ${availableParallelism()} cores`;
  const date = new Date().toISOString().slice(0, 10);
  return { machine, ...(build === 'wasm' ? { node: process.versions.node } : {}), date };
}

/** The numbers that a text can use, and from which seeds they come. */
export function summarise(run, results) {
  const reachedAt = results.map((result) => result.reachedAt);
  const reached = reachedAt.filter((step) => step !== null);
  return {
    reached: reached.length,
    ...(reached.length > 0 ? rangeOf(reached) : {}),
    reachedAt,
    ...(run.task === 'relations' && run.numHeads === 4 ? countPruned(run, results) : {}),
    ...(run.numHeads === 1 && reached.length === 0 ? rankRelations(results) : {}),
  };
}

function rangeOf(steps) {
  const sorted = steps.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { least: sorted[0], median, most: sorted.at(-1) };
}

/** A relation whose accuracy without a head is up to `lost` is lost; from `kept` on it is not. */
const [lost, kept] = [0.5, 0.95];

/** In how many models each head carries exactly one relation, and in which seeds it does not. */
function countPruned(run, results) {
  const otherSeeds = seedsOf(run).filter((_, i) => !carriesOneEach(results[i].ablation));
  return {
    oneEach: run.seeds - otherSeeds.length,
    other: otherSeeds.length,
    otherSeeds,
  };
}

function carriesOneEach(ablation) {
  const columns = ablation[0].map((_, r) => ablation.map((row) => row[r]));
  const isOne = (values) =>
    values.filter((left) => left <= lost).length === 1 &&
    values.filter((left) => left >= kept).length === values.length - 1;
  return ablation.every(isOne) && columns.every(isOne);
}

/** Of the two relations that each model knows best, and of the two others: shares of right answers. */
function rankRelations(results) {
  const sorted = results.map(({ accuracy }) => accuracy.toSorted((a, b) => b - a));
  const best = sorted.flatMap((values) => values.slice(0, 2));
  const others = sorted.flatMap((values) => values.slice(2));
  const rounded = (value) => Number(value.toFixed(3));
  return {
    bestLeast: rounded(Math.min(...best)),
    bestMost: rounded(Math.max(...best)),
    othersLeast: rounded(Math.min(...others)),
    othersMost: rounded(Math.max(...others)),
  };
}

function readResults() {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { builds: {}, runs: [] };
  }
}

/** One line per run, so that changes can be read. */
function writeResults({ builds, runs }) {
  const lines = runs.map((run) => `    ${JSON.stringify(run)}`);
  const text = `{\n  "builds": ${JSON.stringify(builds)},\n  "runs": [\n${lines.join(',\n')}\n  ]\n}\n`;
  writeFileSync(resultsFile, text);
}
