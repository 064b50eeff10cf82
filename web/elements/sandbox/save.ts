import { lessonModel } from '../../lib/lesson/model.js';
import { traceJson } from '../../lib/file-text.js';
import { toCsv } from './export.js';
import { toSvg } from './svg.js';
import { fixed } from '../../lib/numbers.js';
import type { SaveFormat } from '../../ui/figure.js';
import type { SandboxRun } from './run.js';
import { saveFigure } from '../../ui/save-file.js';
import { extraWords } from './words/extras.js';
import { words } from './words/index.js';

/** Saves the figure as a file. */
export async function saveSandbox(
  run: SandboxRun,
  format: SaveFormat,
  question: string,
): Promise<void> {
  await saveFigure(format, {
    picture: () => picture(run, question),
    csv: () => toCsv(run),
    json: () => traceJson(run),
  });
}

function picture(run: SandboxRun, question: string): string {
  const { maps } = words;
  const { picture } = extraWords;
  const changed = run.state.edits.length;
  const origin = maps.origin[run.state.weights](run.state.seed, lessonModel.seeds);
  const mean = run.diversity ? fixed(run.diversity.mean) : null;
  return toSvg(run, {
    question,
    caption: mean === null ? picture.one : picture.distance(mean),
    note: [origin, ...(changed > 0 ? [picture.changed(changed)] : [])].join(' '),
    head: (head) => {
      const isRemoved = run.state.removed.includes(head);
      return `${maps.head(head)}, ${isRemoved ? maps.removed : maps.entropy(run.entropy[head]!)}`;
    },
  });
}
