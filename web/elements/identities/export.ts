import { anySize } from '../../lib/numbers.js';
import { html, type TemplateResult } from 'lit';
import { withSymbols } from '../../ui/symbols.js';
import { quote, traceJson } from '../../lib/file-text.js';
import { stateMarkup } from '../../lib/state-format.js';
import { dataTable } from '../../ui/table.js';
import { isOpenBroken, type IdentitiesRun } from './run.js';
import { sizesOf } from './sizes.js';
import { identities, identitiesFormat, type IdentitiesState, type Identity } from './state.js';
import { words } from './words/index.js';

/** The rows as a table, and below it the heads of the open one. */
export function identitiesTable(run: IdentitiesRun): TemplateResult {
  const { rows: texts, tableColumns: columns, detail } = words;
  return html`<div class="tables">
    ${dataTable({
      caption: words.table,
      corner: columns.identity,
      columns: [columns.left, columns.right, columns.holds, columns.broken],
      rows: run.rows.map(({ identity, holds, broken }) => ({
        name: texts[identity].title,
        cells: [
          withSymbols(texts[identity].left(run.sizes)),
          withSymbols(texts[identity].right(run.sizes, broken !== null)),
          anySize(holds),
          broken === null ? '' : anySize(broken),
        ],
      })),
    })}
    ${dataTable({
      caption: words.headTable(texts[run.state.open].title),
      corner: columns.head,
      columns: [detail.difference],
      rows: run.open.heads.map(({ difference }, head) => ({
        name: detail.head(head),
        cells: [anySize(difference)],
      })),
    })}
  </div>`;
}

/** One line per identity, with the engine's name for it. */
export const identitiesCsv = ({ rows }: IdentitiesRun): string =>
  [
    'identity,difference,broken',
    ...rows.map(({ identity, holds, broken }) =>
      [quote(identities[identity]), holds, broken ?? ''].join(','),
    ),
    '',
  ].join('\n');

/** The state, and both sides of the open row. */
export const identitiesJson = ({ state, open }: IdentitiesRun): string =>
  traceJson({
    state,
    trace: {
      left: open.left,
      right: open.right,
      ...Object.fromEntries(
        open.heads.flatMap(({ left, right }, head) => [
          [`head${head}Left`, left],
          [`head${head}Right`, right],
        ]),
      ),
    },
  });

/** What an identity needs besides the layer. */
function optionsOf(identity: Identity, state: IdentitiesState): string {
  const { tile, page, chunks, order } = sizesOf(state);
  const options: Partial<Record<Identity, string>> = {
    tiles: `{ tile: { queries: ${tile}, keys: ${tile} } }`,
    paged: `{ pageSize: ${page} }`,
    chunked: `{ chunks: [${chunks.join(', ')}] }`,
    order: `{ order: [${order.join(', ')}] }`,
  };
  const text = options[identity];
  return text === undefined ? '' : `, ${text}`;
}

/** The program that computes the open row with the npm package, and the element that shows it. */
export function identitiesCode(run: IdentitiesRun): string {
  const { state, sizes } = run;
  const { open, seed, heads, tokens } = state;
  const name = isOpenBroken(run) ? 'broken' : 'sides';
  const config = `dModel: ${sizes.dModel}, numHeads: ${heads}`;
  const make =
    open === 'absorbed'
      ? `latentAttention({ ${config}, dHead: ${sizes.dHead}, dLatent: ${sizes.dLatent}, seed: ${seed} })`
      : open === 'grouped'
        ? `attention({ ${config}, numKvHeads: ${sizes.kvHeads}, seed: ${seed} })`
        : `attention({ ${config}, seed: ${seed} })`;
  return `import { load } from 'manyheads';

const engine = await load();
const x = engine.embed(${JSON.stringify(tokens)}, { dModel: ${sizes.dModel} });
const layer = engine.${make};
const { left, right, difference } = engine.identities.${name}('${identities[open]}', layer, x${optionsOf(open, state)});
console.log(difference);

${stateMarkup(identitiesFormat, state)}`;
}
