/** Runs the rows in every environment; everything that it needs is built and installed before. */
import { mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { engine, packageJson } from '../package/installed.mjs';
import { measureBytes } from './bytes.mjs';
import { measureColdStart } from './cold-start.mjs';
import { openChromium } from './environments/chromium.mjs';
import { openNative } from './environments/native.mjs';
import { openNode } from './environments/node.mjs';
import { pinnedTo } from './environments/pinning.mjs';
import { openSite } from './environments/site.mjs';
import { measureCrowd } from './crowd.mjs';
import { measureFirstPage } from './first-page.mjs';
import { writeInputs } from './make-inputs.mjs';
import { quickRows, rows } from './rows.mjs';
import { measureSolvedRuns } from './solved-run.mjs';
import {
  judge,
  judgeBytes,
  judgeColdStart,
  judgeCrowd,
  judgeFirstPage,
  judgeSolvedRuns,
} from './targets.mjs';

const data = join(repository, 'build/bench/data');

/** Names of what is not a row of an environment. */
const pageRows = ['cold-start', 'bytes', 'training-solved', 'first-page', 'crowd'];

/**
 * @param options  { quick, only: beginnings of rows' names, environments: names, say: (progress) }
 * @return what goes into the JSON file
 */
export async function run({ quick, only, environments: wanted, say }) {
  const chosen = (id) => !only || only.some((beginning) => id.startsWith(beginning));
  const picked = rows.filter(({ id }) => chosen(id) && (only || !quick || quickRows.includes(id)));
  const settings = quick ? { batches: 3, batchMs: 40 } : { batches: 5, batchMs: 100 };
  const loadBefore = loadavg()[0];

  mkdirSync(data, { recursive: true });
  for (const row of picked) {
    say(`float64 reference of ${row.title}`);
    writeInputs(engine, row, data);
  }
  const address = wanted.includes('chromium') ? await openSite(data) : null;
  const open = {
    node: () => openNode({ folder: data }),
    chromium: () => openChromium({ address }),
    native: () => openNative({ folder: data, say }),
  };
  const environments = [];
  for (const name of wanted) {
    environments.push(await measureIn(await open[name](), picked, settings, say));
  }
  const report = {
    date: new Date().toISOString(),
    version: packageJson.version,
    settings,
    machine: {
      cpu: cpus()[0].model,
      processors: cpus().length,
      pinnedTo,
      load: [loadBefore, loadavg()[0]],
    },
    environments,
  };
  if (address && chosen('cold-start')) {
    say('cold start');
    const pages = await measureColdStart(address, quick ? 3 : 7);
    report.coldStart = { pages, targets: judgeColdStart(pages) };
  }
  if (address && chosen('first-page')) {
    say('first page of the lesson');
    const results = await measureFirstPage(quick ? 3 : 7);
    report.firstPage = { results, targets: judgeFirstPage(results) };
  }
  if (address && chosen('crowd')) {
    say('200 sandboxes on a page');
    const crowd = await measureCrowd(quick ? 3 : 7);
    report.crowd = { ...crowd, targets: judgeCrowd(crowd) };
  }
  if (address && chosen('training-solved')) {
    say('training until solved');
    const solved = await measureSolvedRuns(address);
    report.solvedRuns = { ...solved, targets: judgeSolvedRuns(solved) };
  }
  if (address && chosen('bytes')) {
    say('bytes');
    const pages = measureBytes({ quick });
    report.bytes = { pages, targets: judgeBytes(pages) };
  }
  return report;
}

/** Whether anything is called so, or begins so. */
export const isRow = (beginning) =>
  [...rows.map(({ id }) => id), ...pageRows].some((id) => id.startsWith(beginning));

async function measureIn(environment, picked, settings, say) {
  const { name, kind, version } = environment;
  const results = [];
  try {
    for (const row of picked.filter(({ targets }) => kind in targets)) {
      say(`${name}: ${row.title}`);
      results.push(await environment.measure(row, settings));
    }
  } finally {
    await environment.close();
  }
  for (const result of results) {
    const row = rows.find(({ id }) => id === result.row);
    result.targets = judge(row, result, results, kind);
  }
  return { name, version, results };
}
