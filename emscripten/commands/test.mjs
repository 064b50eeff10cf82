/** Runs the suites one after the other: `node test.mjs [name...]`, all where none is named. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { main, repository, stream } from './run.mjs';
import { setUp } from './setup.mjs';
import { suites } from './suites.mjs';

/** [passed, failed] of one suite. One that breaks, or runs nothing, counts as a failure more. */
async function runSuite({ prepare, command, count }) {
  try {
    prepare();
  } catch (error) {
    console.error(error.message);
    return [0, 1];
  }
  const [program, ...args] = command();
  const { output, failed: broke } = await stream(program, args);
  const [passed, failed] = (count ? count(output) : [broke ? 0 : 1, 0]) ?? [0, 0];
  if (failed === 0 && (broke || passed === 0)) {
    console.error(broke ? `${program} failed` : 'No test was run');
    return [passed, 1];
  }
  return [passed, failed];
}

await main(async () => {
  setUp({ tests: true });
  const chosen = process.argv.slice(2);
  const sum = [0, 0];
  for (const [name, suite] of Object.entries(suites)) {
    if (chosen.length > 0 ? !chosen.includes(name) : !existsSync(join(repository, suite.folder))) {
      continue;
    }
    console.log(`\n${name}`);
    const [passed, failed] = await runSuite(suite);
    console.log(`${name}: ${passed} passed, ${failed} failed`);
    sum[0] += passed;
    sum[1] += failed;
  }
  console.log(`\n${sum[0]} passed, ${sum[1]} failed`);
  if (sum[0] === 0 || sum[1] > 0) process.exitCode = 1;
});
