import { anySize } from '../../lib/numbers.js';
import { html, type TemplateResult } from 'lit';
import { stateMarkup } from '../../lib/state-format.js';
import { dataTable } from '../../ui/table.js';
import { longSizes, type LongResult } from './long-run.js';
import { tokenRange } from './range.js';
import { movedBytes, type MemoryRun } from './run.js';
import { memoryFormat, scheduleNames, scheduleOf, sizes, type MemoryState } from './state.js';
import { words } from './words/index.js';

/** The totals of all orders, and every step of the shown one. */
export function memoryTable(run: MemoryRun): TemplateResult {
  const { table, traffic, names, bytes, whole } = words;
  const { columns } = traffic;
  const { columns: own } = table;
  return html`<div class="tables">
    ${dataTable({
      caption: table.traffic,
      corner: html`<span class="unseen">${table.schedule}</span>`,
      columns: [
        ...[columns.read, columns.written, columns.stored],
        ...[columns.multiplications, columns.difference],
      ],
      rows: scheduleNames.map((name) => {
        const { read, written, storedScores, multiplications } = run.schedules[name];
        return {
          name: names[name],
          cells: [
            ...[read, written, storedScores].map(bytes),
            ...[whole(multiplications), anySize(run.differences[name])],
          ],
        };
      }),
    })}
    ${dataTable({
      caption: `${table.steps}: ${names[run.state.schedule]}`,
      corner: table.step,
      columns: [own.queries, own.keys, own.read, own.written, own.multiplications, own.held],
      rows: run.schedule.steps.map((step, i) => ({
        name: String(i + 1),
        cells: [
          tokenRange(step.firstQuery, step.queries),
          tokenRange(step.firstKey, step.keys),
          bytes(movedBytes(step, 'fast')),
          bytes(movedBytes(step, 'slow')),
          whole(step.multiplications),
          bytes(step.heldBytes),
        ],
      })),
      dir: 'ltr',
    })}
  </div>`;
}

/** One line per move, for all five orders. */
export function memoryCsv({ schedules }: MemoryRun): string {
  const lines = scheduleNames.flatMap((name) =>
    schedules[name].steps.flatMap(({ moves }, step) =>
      moves.map(({ what, to, first, count, bytes }) =>
        [name, step, what, to, first, count, bytes].join(','),
      ),
    ),
  );
  return ['schedule,step,what,to,first,count,bytes', ...lines, ''].join('\n');
}

/** The state, all steps and totals, and the long run as far as it came. */
export function memoryJson(run: MemoryRun, results: readonly LongResult[]): string {
  const { state, schedules, differences, bound, uncached, pages } = run;
  const orders = scheduleNames.map((name) => {
    const { read, written, multiplications, storedScores, steps } = schedules[name];
    const difference = differences[name];
    return { name, read, written, multiplications, storedScores, difference, steps };
  });
  const long = { sizes: longSizes, results };
  return JSON.stringify({ state, orders, bound, uncached, pages, long }, null, 1);
}

/** The program that computes this figure with the npm package, and the element that shows it. */
export function memoryCode(state: MemoryState): string {
  const schedules = scheduleNames.map((name) => `  ${JSON.stringify(scheduleOf(name, state))},`);
  return `import { load } from 'manyheads';

const engine = await load();
const x = engine.embed(${JSON.stringify(state.tokens)}, { dModel: ${sizes.dModel}, seed: ${state.seed} });
const layer = engine.attention({ dModel: ${sizes.dModel}, numHeads: ${sizes.heads}, seed: ${state.seed} });
const schedules = [
${schedules.join('\n')}
];
const runs = schedules.map((schedule) => layer.traceSchedule(x, schedule, { causal: true }));
for (const [i, { read, written, multiplications, storedScores }] of runs.entries()) {
  console.log(schedules[i].kind, { read, written, multiplications, storedScores });
}
const online = layer.traceOnline(x, { queries: ${state.tile}, keys: ${state.tile} }, { causal: true });
console.log(online.runningMax, online.runningSum, online.rescale, online.partial);

${stateMarkup(memoryFormat, state)}`;
}
