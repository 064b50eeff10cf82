/** `npm run bench`: measures this package, the machine's limits and the peers; see --help. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, cmakeBuild } from './build.mjs';
import { Failure, main, repository } from './run.mjs';
import { installPackages, setUp } from './setup.mjs';

const help = `npm run bench -- [options]
  Measures matrix products, attention layers, one step of decoding and one of training, in Node and
  in headless Chromium, against onnxruntime-web, TensorFlow.js and plain JavaScript, and natively
  against NumPy and PyTorch; the cold start, the lesson's first page and 200 sandboxes in Chromium, and bytes. One
  thread; about 8 minutes.

  --quick        a few rows and short batches: about a minute
  --only a,b     only the rows whose names begin so: layer-64, causal, decode, training, cold-start,
                 first-page, crowd, ...
  --node         only in Node
  --chromium     only in Chromium
  --native       only outside the browser
  --json FILE    where to write all the numbers (tests/bench/results/latest.json)
  --help         this text`;

const environments = ['node', 'chromium', 'native'];
const bench = join(repository, 'tests/bench');

await main(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return;
  }
  setUp({ tests: true });
  await build(); // the site too, for its first page
  cmakeBuild('wasm', 'manyheads_bench_kernels');
  cmakeBuild('release', 'manyheads_bench_native');
  installPackages('tests/bench', 'Installing the peers (200 MB, once)');

  const { isRow, run } = await import('../../tests/bench/run.mjs'); // needs the installed peers
  const { table } = await import('../../tests/bench/table.mjs');
  const only = options.only?.split(',');
  const unknown = only?.find((beginning) => !isRow(beginning));
  if (unknown !== undefined) throw new Failure(`--only: no row's name begins with ${unknown}`);
  const named = environments.filter((name) => options[name]);
  const report = await run({
    quick: options.quick,
    only,
    environments: named.length > 0 ? named : environments,
    say: (progress) => console.error(progress),
  });

  const file = resolve(options.json);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${table(report)}\nAll numbers are in ${relative(process.cwd(), file)}`);
});
process.exit(); // the server for Chromium would keep running

function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({
      options: {
        quick: flag,
        help: flag,
        ...Object.fromEntries(environments.map((name) => [name, flag])),
        only: { type: 'string' },
        json: { type: 'string', default: join(bench, 'results/latest.json') },
      },
    }).values;
  } catch (error) {
    throw new Failure(`${error.message}\n\n${help}`);
  }
}
