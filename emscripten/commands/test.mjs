/**
 * Runs the suites: `node test.mjs [name...]`, by default all but those that are `onlyByName`. Builds
 * run one after the other; each suite starts as soon as its build is done and a processor is free.
 * The first build also gets the tool chain, which takes a minute on a new machine.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Lanes } from './lanes.mjs';
import { capture, Failure, main, repository } from './run.mjs';
import { setUp } from './setup.mjs';
import { suites } from './suites.mjs';

const lanes = new Lanes(Math.max(2, availableParallelism()));
let lastBuild = Promise.resolve();

/** Builds a suite's program. Resolves to the output and whether it failed. */
function build(name, { prepare }) {
  if (!prepare) return { output: '', failed: false, seconds: 0 };
  const own = lastBuild.then(() => lanes.take(1, () => timed(`Building for ${name}`, prepare)));
  lastBuild = own;
  return own;
}

function runProgram(name, { command, alone, lowPriority }) {
  const start = () => timed(`Running ${name}`, command(), { lowPriority });
  return lowPriority ? start() : lanes.take(alone ? lanes.count : 1, start);
}

/** [passed, failed] of a suite. If it is aborted or runs no tests, that is one more failure. */
async function runSuite(name, suite) {
  const built = await build(name, suite);
  const ran = built.failed
    ? { output: 'It could not be built', failed: true, seconds: 0 }
    : await runProgram(name, suite);
  const [passed, failed] = countOf(suite, ran);
  const seconds = `${built.seconds} s to build, ${ran.seconds} s to run`;
  console.log(`\n${name}\n${built.output}${ran.output}`);
  console.log(`${name}: ${passed} passed, ${failed} failed (${seconds})`);
  return [passed, failed];
}

function countOf({ count }, { output, failed: broke }) {
  const [passed, failed] = (count ? count(output) : [broke ? 0 : 1, 0]) ?? [0, 0];
  if (failed > 0 || (!broke && passed > 0)) return [passed, failed];
  console.error(broke ? 'The suite broke' : 'No test was run');
  return [passed, 1];
}

async function timed(announcement, [program, ...args], options) {
  console.log(announcement);
  const start = performance.now();
  const { output, failed } = await capture(program, args, options);
  return { output, failed, seconds: Math.round((performance.now() - start) / 1000) };
}

await main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new Failure(
      `there is no suite '${unknown}'; there are ${Object.keys(suites).join(', ')}`,
    );
  }
  const isWanted = ([name, { folder, onlyByName }]) =>
    chosen.length > 0 ? chosen.includes(name) : !onlyByName && existsSync(join(repository, folder));
  const wanted = new Map(Object.entries(suites).filter(isWanted));
  const [browsers, doors] = ['all-browsers', 'doors'].map((name) => wanted.has(name));
  setUp({ tests: true, browsers, doors, toolchain: false }); // the first build gets the tool chain
  const counts = await Promise.all(Array.from(wanted, ([name, suite]) => runSuite(name, suite)));
  const [passed, failed] = [0, 1].map((i) => counts.reduce((sum, count) => sum + count[i], 0));
  console.log(`\n${passed} passed, ${failed} failed`);
  if (passed === 0 || failed > 0) process.exitCode = 1;
});
