/** One table of what `run` measured, the ratios first. */
import { rows } from './rows.mjs';
import { bestPeerIn, oursIn, shareOf } from './targets.mjs';

const rowOf = (id) => rows.find((row) => row.id === id);

export function table({ machine, environments, coldStart, bytes }) {
  const sections = environments.map(({ name, version, results }) => [
    [`${name} ${version}`, 'of limit', 'x peer', 'ours', 'best peer', 'error', 'targets'],
    ...results.map(line),
  ]);
  if (coldStart) sections.push(pageSection('Cold start', coldStart, milliseconds));
  if (bytes) sections.push(pageSection('Bytes, Brotli', bytes, kilobytes));
  return [machineLine(machine), ...aligned(sections)].join('\n');
}

const machineLine = ({ cpu, processors, pinnedTo, load }) =>
  `${cpu}, ${processors} processors, ${pinnedTo === null ? 'not pinned' : `pinned to ${pinnedTo}`}, ` +
  `load ${load[0].toFixed(1)} before the run, ${load[1].toFixed(1)} after\n`;

function line(result) {
  const row = rowOf(result.row);
  const ours = oursIn(result);
  const peer = bestPeerIn(result);
  const name = `${row.title}${result.lacks ? ` (skipped: ${result.lacks})` : ''}`;
  return [
    name,
    ours ? percent(shareOf(result, row, ours)) : '',
    ours && peer ? (peer.median / ours.median).toFixed(2) : '',
    ours ? milliseconds(ours.median) : '',
    peer ? `${milliseconds(peer.median)} ${peer.name}, ${peer.variant}` : '',
    ours ? ours.error.toExponential(0) : '',
    verdicts(result.targets),
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

const verdicts = (targets) =>
  targets.map(({ met, text }) => `${met ? 'met' : 'MISSED'} ${text}`).join(', ');

const percent = (share) => `${(share * 100).toFixed(0)} %`;
const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(1)} KB`;

export function milliseconds(ms) {
  if (ms < 0.1) return `${(ms * 1e3).toFixed(1)} us`;
  return ms < 100 ? `${ms.toPrecision(3)} ms` : `${ms.toFixed(0)} ms`;
}

/** Sections of lines of cells -> lines of text, columns as wide as their widest cell. */
function aligned(sections) {
  const lines = sections.flatMap((section) => [...section, []]);
  const widths = lines[0].map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (cell, column) =>
    column >= 1 && column <= 3 ? cell.padStart(widths[column]) : cell.padEnd(widths[column]);
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd());
}
