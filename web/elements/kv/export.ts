import { html, nothing, type TemplateResult } from 'lit';
import { quote } from '../../lib/file-text.js';
import { fixed, share } from '../../lib/numbers.js';
import { stateMarkup } from '../../lib/state-format.js';
import { dataTable } from '../../ui/table.js';
import { bytesText } from './amounts.js';
import { nameOf, trainingText } from './cost-table.js';
import type { Found } from './found.js';
import type { KvRun } from './run.js';
import { forms, kvFormat, type KvState } from './state.js';
import { words } from './words/index.js';

const corner = (name: string) => html`<span class="unseen">${name}</span>`;

/** What each form keeps, what converting costs, and the cells of the chosen form. */
export function kvTable(run: KvRun, found: Found | null): TemplateResult {
  const { table, forms: names, costs, stage } = words;
  const { state, relations, tokens } = run;
  const chosen = run.forms[state.form];
  return html`<div class="tables">
    ${dataTable({
      caption: table.kept,
      corner: corner(table.form),
      columns: [table.numbers, table.perLetter, table.soFar, table.wrong],
      rows: forms.map((form) => {
        const { numbers, bytesPerToken, bytes, wrong } = run.forms[form];
        return {
          name: names[form].name,
          cells: [numbers, bytesText(bytesPerToken), bytesText(bytes), wrong].map(String),
        };
      }),
    })}
    ${
      found
        ? dataTable({
            caption: table.costs,
            corner: corner(table.form),
            columns: [costs.columns.kept, ...relations.map(words.relation), costs.columns.steps],
            rows: found.rows.map((row) => ({
              name: `${names[row.form].name} ${nameOf(row)}`,
              cells: [
                String(row.kept),
                ...relations.map((_, i) => (row.accuracy ? share(row.accuracy[i]!) : '…')),
                trainingText(row.training),
              ],
            })),
          })
        : nothing
    }
    ${chosen.columns.map(({ kept, readers }, column) =>
      dataTable({
        caption: `${names[state.form].name}, ${stage.column(state.form, column)} (${readers.join(', ')})`,
        corner: corner(table.letter),
        columns: Array.from({ length: kept.shape[1]! }, (_, i) => String(i)),
        rows: tokens.slice(0, state.letters).map((token, t) => ({
          name: token,
          cells: Array.from(
            kept.data.subarray(t * kept.shape[1]!, (t + 1) * kept.shape[1]!),
            (value) => fixed(value),
          ),
        })),
        dir: 'ltr',
      }),
    )}
  </div>`;
}

/** One number per line: what is kept of every letter so far, then the accuracies. */
export function kvCsv({ forms: runs, tokens, state, relations }: KvRun, found: Found | null) {
  const cells = forms.flatMap((form) =>
    runs[form].columns.flatMap(({ kept }, column) => {
      const width = kept.shape[1]!;
      return Array.from(kept.data.subarray(0, state.letters * width), (value, i) =>
        [form, column, quote(tokens[Math.floor(i / width)]!), i % width, value].join(','),
      );
    }),
  );
  const rows = (found?.rows ?? []).flatMap((row) =>
    (row.accuracy ?? []).map((value, i) =>
      [`accuracy ${row.form}`, row.kept, quote(relations[i]!), row.from ?? '', value].join(','),
    ),
  );
  return ['form,column,letter,number,value', ...cells, ...rows, ''].join('\n');
}

/** The state, what each form keeps, and what was found. */
export function kvJson({ state, tokens, targets, forms: runs }: KvRun, found: Found | null) {
  const kept = forms.map((form) => {
    const { columns, answers, numbers, bytes, wrong } = runs[form];
    const tensors = columns.map(({ kept, readers }) => ({
      ...{ readers, shape: kept.shape, data: Array.from(kept.data) },
    }));
    return [form, { numbers, bytes, wrong, answers, columns: tensors }] as const;
  });
  const costs = found && {
    ...{ rows: found.rows, latent: found.latent, pooled: found.pooled, scratch: found.scratch },
    trained: { solvedAt: found.base.solvedAt, accuracy: found.base.accuracy },
  };
  return JSON.stringify(
    { state, tokens, targets, forms: Object.fromEntries(kept), costs },
    null,
    1,
  );
}

/** The program that computes this figure with the npm package, and the element that shows it. */
export function kvCode(state: KvState): string {
  const { seed, kvHeads, from, latent, letters, groups } = state;
  const cost = `engine.cost.kvCache({ dModel: 32, numHeads: 8, ...shape }, { seqLen: ${letters} })`;
  return `import { load } from 'manyheads';

const engine = await load();
const trained = engine.trainer({ task: 'relations', numHeads: 8, seed: ${seed} });
while (!trained.step().solved);

const models = {
  MHA: [trained, { numKvHeads: 8 }],
  GQA: [trained.toGrouped(${kvHeads}, { from: '${from}' }), { numKvHeads: ${kvHeads} }],
  MQA: [trained.toGrouped(1, { from: '${from}' }), { numKvHeads: 1 }],
  MLA: [trained.toLatent(${latent}), { latent: { dLatent: ${latent} } }],
};
for (const [name, [model, shape]] of Object.entries(models)) {
  const { accuracy } = model.evaluate();
  console.log(name, accuracy, ${cost});
}
${groups ? otherGroups(groups, state) : ''}
const [grouped] = models.GQA;
let report;
do report = grouped.step();
while (!report.solved && !report.diverged);
console.log('solved again at step', report.solvedAt);

${stateMarkup(kvFormat, state)}`;
}

/** `toGrouped` pools neighbours; other groups are pooled by hand. */
const otherGroups = (groups: readonly number[], { from, sequence }: KvState) => `
// Heads that are not neighbours share: one layer whose heads have equal copies.
const groups = [${groups.join(', ')}];
const layer = trained.attention();
const share = (weights) => {
  const heads = groups.map((_, h) => engine.tensor.slice(weights, [[null, null], [4 * h, 4 * h + 4]]));
  const pool = (group) => {
    const members = heads.filter((_, h) => groups[h] === group);
    ${
      from === 'first'
        ? 'return members[0];'
        : `const sum = members.reduce((a, b) => engine.tensor.add(a, b));
    return engine.tensor.divide(sum, members.length);`
    }
  };
  return engine.tensor.concat(groups.map(pool), 1);
};
const { wk, wv } = layer.weights();
const shared = layer.with({}, { wk: share(wk), wv: share(wv) });
const { tokens } = trained.sample({ seed: ${sequence} });
console.log(trained.readOut(shared.forward(trained.embed(tokens), { causal: true })));
`;
