/** One table of what `run` measured, the ratios first. */
import { rows } from './rows.mjs';
import { median } from './timing.mjs';
import { bestPeerIn, oursIn, shareOf } from './targets.mjs';

const rowOf = (id) => rows.find((row) => row.id === id);

export function table({ machine, environments, coldStart, firstPage, crowd, solvedRuns, bytes }) {
  const sections = environments.flatMap(({ name, version, results }) => [
    [
      [`${name} ${version}: ${limitsOf(results)}`],
      ['', 'of limit', 'x peer', 'ours', 'best peer', 'error', 'targets'],
      ...results.filter(({ row }) => !rowOf(row).form).map(line),
    ],
    ...formsSection(results.filter(({ row }) => rowOf(row).form)),
  ]);
  if (coldStart) sections.push(pageSection('Cold start', coldStart, milliseconds));
  if (firstPage) sections.push(firstPageSection(firstPage));
  if (crowd) sections.push(crowdSection(crowd));
  if (solvedRuns) sections.push(solvedSection(solvedRuns));
  if (bytes) sections.push(pageSection('Bytes, Brotli', bytes, kilobytes));
  return [machineLine(machine), ...aligned(sections)].join('\n');
}

/** The machine's limits as this environment reaches them, median over the rows. */
function limitsOf(results) {
  const of = (kind) =>
    median(
      results.filter(({ row }) => kind in rowOf(row)).map(({ limit }) => limit.perSecond / 1e9),
    );
  const [peak, bandwidth] = [of('flops'), of('bytes')];
  return [
    ...(peak ? [`peak ${peak.toFixed(1)} GFLOP/s`] : []),
    ...(bandwidth ? [`reads ${bandwidth.toFixed(1)} GB/s`] : []),
  ].join(', ');
}

const machineLine = ({ cpu, processors, pinnedTo, load }) =>
  `${cpu}, ${processors} processors, ${pinnedTo === null ? 'not pinned' : `pinned to ${pinnedTo}`}, ` +
  `load ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} after\n`;

function line(result) {
  const row = rowOf(result.row);
  const ours = oursIn(result);
  const peer = bestPeerIn(result);
  return [
    row.kind === 'training' && ours ? `${row.title}: ${perSecond(ours)}` : row.title,
    ours ? percent(shareOf(result, row, ours)) : '',
    ours && peer ? (peer.median / ours.median).toFixed(2) : '',
    ours ? milliseconds(ours.median) : '',
    peer ? `${milliseconds(peer.median)} ${peer.name}, ${peer.variant}` : '',
    ours ? ours.error.toExponential(0) : '',
    verdicts(result.targets),
  ];
}

/** The forms of attention against the first of them, multi-head attention. */
function formsSection(results) {
  if (results.length === 0) return [];
  const { numHeads, dHead, dModel, past } = rowOf(results[0].row).sizes;
  const cacheOf = ({ row }) => rowOf(row).cacheBytes;
  return [
    [
      [`One token after ${past}, d ${dModel}, ${numHeads} heads of ${dHead}, by`],
      ['', 'of memory', 'x first', 'ours', 'tokens/s', 'cache read', 'targets'],
      ...results.map((result) => {
        const { median: ms } = oursIn(result);
        return [
          rowOf(result.row).form,
          percent(shareOf(result, rowOf(result.row), oursIn(result))),
          (oursIn(results[0]).median / ms).toFixed(2),
          milliseconds(ms),
          (1e3 / ms).toFixed(0),
          `${(cacheOf(result) / 1e6).toFixed(1)} MB, 1/${(cacheOf(results[0]) / cacheOf(result)).toFixed(1)}`,
          verdicts(result.targets),
        ];
      }),
    ],
  ];
}

/** For what is compared between pages: manyheads against the floor and the smallest library. */
function pageSection(title, { pages, targets }, show) {
  const { manyheads, 'plain-javascript': floor, ...libraries } = pages;
  const value = (page) => page.median ?? page;
  const [name, best] = Object.entries(libraries).reduce((least, other) =>
    value(other[1]) < value(least[1]) ? other : least,
  );
  return [
    [title, '', 'x peer', 'ours', 'best peer', '', 'targets'],
    [
      `above plain JavaScript ${show(value(floor))}`,
      '',
      (value(best) / value(manyheads)).toFixed(2),
      show(value(manyheads)),
      `${show(value(best))} ${name}`,
      '',
      verdicts(targets),
    ],
  ];
}

/** The lesson's first page at full speed and slowed down, above the same page without modules. */
function firstPageSection({ results, targets }) {
  const lineOf = ({ slowdown, figure, floor }) => [
    slowdown === 1 ? 'at full speed' : `at 1/${slowdown} of it`,
    '',
    (figure.median / results[0].figure.median).toFixed(2),
    milliseconds(figure.median),
    milliseconds(floor.median),
    '',
    slowdown === 4 ? verdicts(targets) : '',
  ];
  return [
    ['First figure of the lesson answers', '', 'x full', 'ours', 'no modules', '', 'targets'],
    ...results.map(lineOf),
  ];
}

/** Until the first sandbox answers, and the longest time in which none does. */
function crowdSection({ first, longest, targets: [ofFirst, ofLongest] }) {
  const lineOf = (name, { median }, target) => [
    ...[name, '', '', milliseconds(median), '', ''],
    verdicts([target]),
  ];
  return [
    ['200 sandboxes on a page', '', '', 'ours', '', '', 'targets'],
    lineOf('the first answers', first, ofFirst),
    lineOf('longest block', longest, ofLongest),
  ];
}

/** Runs of training in a worker, from `create` to the step that solves them. */
function solvedSection({ runs, median, targets }) {
  const of = runs.map(({ ms, steps }) => `${steps} in ${milliseconds(ms)}`).join(', ');
  return [
    ['Training until solved, in a worker of Chromium', '', '', 'median', 'steps', '', 'targets'],
    [`seeds 0 to ${runs.length - 1}`, '', '', milliseconds(median), of, '', verdicts(targets)],
  ];
}

const verdicts = (targets) =>
  targets.map(({ met, text }) => `${met ? 'met' : 'MISSED'} ${text}`).join(', ');

const percent = (share) => `${(share * 100).toFixed(0)} %`;
const perSecond = ({ median: ms }) => `${(1e3 / ms).toFixed(0)} a second`;
const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(1)} KB`;

export function milliseconds(ms) {
  if (ms < 0.1) return `${(ms * 1e3).toFixed(1)} us`;
  return ms < 100 ? `${ms.toPrecision(3)} ms` : `${ms.toFixed(0)} ms`;
}

/** Sections of lines of cells -> lines of text. A line of one cell is a heading. */
function aligned(sections) {
  const lines = sections.flatMap((section) => [...section, []]);
  const widths = [];
  for (const cells of lines.filter(({ length }) => length > 1)) {
    cells.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const pad = (cell, column) => {
    const isNumber = column >= 1 && column <= 3;
    return isNumber ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  };
  return lines.map((cells) =>
    cells.length === 1 ? cells[0] : cells.map(pad).join('  ').trimEnd(),
  );
}
