import { html, type TemplateResult } from 'lit';
import { traceJson } from '../../../lib/file-text.js';
import { lessonModel } from '../../../lib/lesson/model.js';
import { share } from '../../../lib/numbers.js';
import { stateMarkup } from '../../../lib/state-format.js';
import { part } from '../../../lib/tensor-view.js';
import type { SaveFormat } from '../../../ui/figure.js';
import { saveAs } from '../../../ui/save-file.js';
import { dataTable } from '../../../ui/table.js';
import { toCsv, toProgram } from '../export.js';
import { toSvg } from '../svg.js';
import { answersAt, type HeadsRun } from './run.js';
import { headsFormat, inSandbox, type HeadsState } from './state.js';
import { words } from './words/index.js';

/** The model's answers, and the query's weights in every head. */
export function headsTable(run: HeadsRun): TemplateResult {
  const { table, answers, maps } = words;
  const { tokens, query, heads } = run.state;
  return html`${dataTable({
    caption: table.answers(tokens[query]!),
    corner: table.question,
    columns: table.columns,
    rows: answersAt(run).map(({ relation, answer, probability, wanted }) => ({
      name: answers.questions[relation],
      cells: [answer, share(probability), wanted],
    })),
  })}
  ${dataTable({
    caption: table.weights(tokens[query]!),
    corner: table.head,
    columns: tokens.map((token, key) => html`<bdi>${token}</bdi> ${key}`),
    rows: Array.from({ length: heads }, (_, head) => ({
      name: maps.head(head),
      cells: Array.from(part(run.trace.weights, head, query).data, share),
    })),
    dir: 'ltr',
  })}`;
}

/** A program that computes the weights and the answers, and the markup of this figure. */
export function headsCode(state: HeadsState): string {
  const { tokens, query } = inSandbox(state);
  return `${toProgram(inSandbox(state))}

// What the model predicts at ${JSON.stringify(tokens[query])}, for each relation.
const shares = engine.tensor.toNested(model.readOut(output))[${query}];
const answers = shares.map((row) => model.vocabulary[row.indexOf(Math.max(...row))]);
console.log(model.relations, answers);
model.dispose();

${stateMarkup(headsFormat, state)}`;
}

/** @param caption  without markup, for the picture */
export async function saveHeads(
  run: HeadsRun,
  format: SaveFormat,
  question: string,
  caption: string,
): Promise<void> {
  const picture = () => headsSvg(run, question, caption);
  const contents = {
    SVG: picture,
    PNG: picture,
    CSV: () => toCsv(run),
    JSON: () => headsJson(run),
  };
  await saveAs(format, contents[format]());
}

/** As in the figure, tied heads keep their own colours. */
export function headsSvg({ state, trace, ...run }: HeadsRun, question: string, caption: string) {
  const { answers, picture, maps } = words;
  const answerTexts = answersAt({ state, trace, ...run }).map(
    ({ relation, answer, probability, isRight }) =>
      `${answers.questions[relation]} ${isRight ? answers.right : answers.wrong} ${answer} ${share(probability)}`,
  );
  return toSvg(
    { state: { ...state, tie: false }, trace },
    {
      question,
      caption: `${caption} ${picture.answers(state.tokens[state.query]!, answerTexts.join(', '))}`,
      note: picture.note(lessonModel.seed, lessonModel.seeds),
      head: (head) =>
        state.removed.includes(head) ? `${maps.head(head)}, ${maps.removed}` : maps.head(head),
    },
  );
}

/** The state, the tensors of the trace, and the model's answers at the query. */
export function headsJson(run: HeadsRun): string {
  const { state, trace } = run;
  const { removed, tie, query, head } = state;
  const file = JSON.parse(traceJson({ state: { removed, tie, query, head }, trace })) as object;
  return JSON.stringify({ ...file, answers: answersAt(run) }, null, 1);
}
