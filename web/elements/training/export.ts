import { quote } from '../../lib/file-text.js';
import { drawMarks, type Picture } from '../../lib/drawing.js';
import type { Race } from './charts.js';
import { runNames, trainerConfig, stepLimit, type TrainingState } from './state.js';
import { margin, moveTo, savedPicture, textAt } from '../../lib/saved-picture.js';

/** The loss and moving averages of both runs as CSV, one line per step. */
export function toTrainingCsv({ records }: Race): string {
  const { relations } = records.a.model;
  const steps = Math.max(records.a.steps, records.b.steps);
  const head = runNames.flatMap((run) => [
    `${run}_loss`,
    ...relations.map((relation) => quote(`${run}_${relation}`)),
  ]);
  const lines = Array.from({ length: steps }, (_, i) =>
    [
      i + 1,
      ...runNames.flatMap((run) => [
        records[run].losses[i] ?? '',
        ...records[run].averages.map((average) => average[i] ?? ''),
      ]),
    ].join(','),
  );
  return [['step', ...head].join(','), ...lines, ''].join('\n');
}

/** The state, and for each run its reports and the last measurement. */
export function toTrainingJson({ records, at }: Race, state: TrainingState): string {
  const runs = runNames.map((run) => {
    const { model, losses, averages, solvedAt, divergedAt } = records[run];
    const finding = records[run].findingAt(at);
    return {
      config: trainerConfig(state, run),
      model,
      ...{ solvedAt, divergedAt, losses, averages },
      measured: finding && {
        ...finding,
        ablation: plain(finding.ablation),
        mass: plain(finding.mass),
        entropy: plain(finding.entropy),
      },
    };
  });
  return JSON.stringify({ state, runs }, null, 1);
}

const plain = ({ shape, data }: { shape: readonly number[]; data: Float32Array }) => ({
  shape,
  data: [...data],
});

/** A program that trains the same with the npm package. */
export function toTrainingProgram(state: TrainingState): string {
  const trainers = runNames.map(
    (run) => `const ${run} = engine.trainer(${literal(trainerConfig(state, run))});`,
  );
  return `import { load } from 'manyheads';

const engine = await load();
${trainers.join('\n')}
for (const run of [a, b]) {
  const { loss, averageAccuracy, solvedAt } = run.step(${stepLimit(state)});
  console.log(loss, run.relations, averageAccuracy, solvedAt);
  console.log(engine.tensor.toNested(run.ablation())); // [heads, relations]
  run.dispose();
}`;
}

const literal = (config: object) =>
  `{ ${Object.entries(config)
    .map(([key, value]) => `${key}: ${JSON.stringify(value).replaceAll('"', "'")}`)
    .join(', ')} }`;

/** The texts of the saved picture. */
interface RacePictureWords {
  readonly question: string;
  readonly runs: readonly string[];
  readonly caption: string;
  readonly note: string;
  readonly loss: string;
  readonly accuracy: string;
}

interface RaceCharts {
  readonly loss: Picture;
  readonly accuracies: readonly (readonly [name: string, chart: Picture])[];
}

const pageWidth = 1200;
const half = 580;

/** The charts as a picture of its own, with question, caption and seed. */
export function toTrainingSvg({ loss, accuracies }: RaceCharts, words: RacePictureWords): string {
  const top = 150;
  const rows = Math.ceil(accuracies.length / 2);
  const rowHeight = (accuracies[0]?.[1].height ?? 0) + 34;
  const small = accuracies.map(([name, chart], i) =>
    moveTo(
      margin + half + 20 + (i % 2) * ((accuracies[0]![1].width ?? 0) + 32),
      top + Math.floor(i / 2) * rowHeight,
      textAt(0, 4, name) + moveTo(0, 10, drawMarks(chart.marks)),
    ),
  );
  const title = 'font-weight="600" font-size="14"';
  return savedPicture({
    ...words,
    width: pageWidth,
    bottom: top + Math.max(loss.height, rows * rowHeight) + 10,
    content: [
      ...words.runs.map((run, i) => textAt(margin, 82 + 20 * i, run, 'font-size="14"')),
      textAt(margin, top - 14, words.loss, title),
      textAt(margin + half + 20, top - 14, words.accuracy, title),
      moveTo(margin, top, drawMarks(loss.marks)),
      ...small,
    ],
  });
}
