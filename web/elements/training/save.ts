import { accuracyChart, lossChart, type Race } from './charts.js';
import { toTrainingCsv, toTrainingJson, toTrainingSvg } from './export.js';
import { runNames, runLabel, type TrainingState } from './state.js';
import type { SaveFormat } from '../../ui/figure.js';
import { saveFigure } from '../../ui/save-file.js';
import { describeCourse, describeProgress } from './finding.js';
import { words } from './words/index.js';

/** Saves the figure as a file. */
export async function saveTraining(
  race: Race,
  state: TrainingState,
  question: string,
  format: SaveFormat,
): Promise<void> {
  await saveFigure(format, {
    picture: () => picture(race, state, question),
    csv: () => toTrainingCsv(race),
    json: () => toTrainingJson(race, state),
  });
}

function picture(race: Race, state: TrainingState, question: string): string {
  const { charts: names, controls, relation: named, run: say, save } = words;
  const { relations } = race.records.a.model;
  const charts = {
    loss: lossChart(race, 540, 280, names),
    accuracies: relations.map(
      (relation, r) => [named(relation), accuracyChart(race, r, 254, 100)] as const,
    ),
  };
  const runs = runNames.map((run) => {
    const { heads, dHead, layers, parameters } = race.records[run].model;
    const shape = say.shape(heads, dHead, layers);
    return `${runLabel(run)}: ${shape}, ${say.parameters(parameters)}; ${describeProgress(race, run)}`;
  });
  return toTrainingSvg(charts, {
    ...{
      question,
      runs,
      loss: names.loss,
      accuracy: names.accuracy,
    },
    caption: describeCourse(race, race.at),
    note: save.note(controls.tasks[state.task], state.seed),
  });
}
