/** The mutants of each folder as a table in Markdown, and the survivors after it. */
import { dirname } from 'node:path';

export function table(mutants) {
  const rows = [...grouped(mutants, folderOf)].sort(([a], [b]) => a.localeCompare(b)).map(row);
  return [
    '| folder | mutants | killed | of them endless | survived | explained | killed or explained |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    row(['all', mutants]),
    '',
    ...survivors(mutants),
  ].join('\n');
}

const folderOf = ({ file }) => dirname(file);

function row([folder, mutants]) {
  const count = (is) => mutants.filter(is).length;
  const survived = count(({ fate }) => fate === 'survived');
  const explained = count(({ reason }) => reason);
  const share = (100 * (mutants.length - survived + explained)) / mutants.length;
  const cells = [
    folder,
    mutants.length,
    mutants.length - survived,
    count(({ fate }) => fate === 'endless'),
    survived,
    explained,
    `${share.toFixed(1)} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function survivors(mutants) {
  return mutants
    .filter(({ fate }) => fate === 'survived')
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(
      ({ file, line, change, code, reason }) =>
        `- ${file}:${line}, ${change}: \`${code}\`${reason ? `: ${reason}` : ''}`,
    );
}

function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
