import { drawMarks, type Picture } from '../../lib/drawing.js';
import { escapeText, quote } from '../../lib/file-text.js';
import { margin, moveTo, quiet, savedPicture, textAt } from '../../lib/saved-picture.js';
import { fonts, palette } from '../../lib/tokens.js';
import { runOf, shapeOf } from './models.js';
import type { Desk } from './desk.js';
import type { Sheet, Stack } from './sheet.js';

/** Exact numbers, a line for each row. */
export const toCsv = (sheets: readonly Sheet[]): string =>
  sheets
    .map(({ corner, columns, rows }) =>
      [
        [corner, ...columns].map(quote).join(','),
        ...rows.map(({ name, cells }) =>
          [
            quote(name),
            ...cells.map(({ exact }) => (typeof exact === 'string' ? quote(exact) : (exact ?? ''))),
          ].join(','),
        ),
        '',
      ].join('\n'),
    )
    .join('\n');

/** As they are printed, for a page or a chat. */
export const toMarkdown = (sheets: readonly Sheet[]): string =>
  sheets
    .map(({ caption, corner, columns, rows }) => {
      const line = (cells: readonly string[]) =>
        `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
      return [
        `**${caption}**`,
        '',
        line([corner, ...columns]),
        line(['---', ...columns.map(() => '---:')]),
        ...rows.map(({ name, cells }) => line([name, ...cells.map(({ text }) => text)])),
      ].join('\n');
    })
    .join('\n\n');

/** The state, the sizes of the models, and what the core counted. */
export const toJson = ({ sides, state }: Desk): string =>
  JSON.stringify(
    {
      state,
      models: sides.map(({ name, costs }) => ({
        ...{ name, shape: costs.shape, run: costs.run },
        ...{ parameters: costs.parameters, flops: costs.flops, kvCache: costs.cache },
        attentionMemory: costs.scores,
      })),
    },
    null,
    1,
  );

/** The program that counts the same with the npm package. */
export function toProgram({ engine, sides, state }: Desk): string {
  const { tokens: seqLen, batch, bytes: bytesPerElement, causal, decode } = runOf(state);
  const known = sides.map(({ model }) =>
    model === 'own' || state.layers !== null
      ? literal(shapeOf(model, state, engine.cost))
      : `engine.cost.models['${model}']`,
  );
  const run = literal({ seqLen, batch, ...(decode ? { decode } : causal ? { causal } : {}) });
  const kernels = ['fused', 'reference'].map((kernel) => ({
    seqLen,
    batch,
    bytesPerElement,
    kernel,
  }));
  const calls = [
    'parameters(model)',
    `flops(model, ${run})`,
    `kvCache(model, ${literal({ seqLen, batch, bytesPerElement })})`,
    ...(state.view === 'memory'
      ? [
          `weights(model, ${literal({ bytesPerElement })})`,
          ...kernels.map((options) => `attentionMemory(model, ${literal(options)})`),
        ]
      : []),
  ];
  return `import { load } from 'manyheads';

const engine = await load();
for (const model of [${known.join(', ')}]) {
${calls.map((call) => `  console.log(engine.cost.${call});\n`).join('')}}`;
}

const literal = (value: object): string =>
  JSON.stringify(value)
    .replace(/"(\w+)":/gu, '$1: ')
    .replaceAll('"', "'")
    .replaceAll(',', ', ')
    .replace(/\{/gu, '{ ')
    .replace(/\}/gu, ' }');

/** What the saved picture shows. */
export interface CostPicture {
  readonly question: string;
  readonly model: string;
  readonly stacks: readonly Stack[];
  readonly sheets: readonly Sheet[];
  readonly product: string;
  readonly plot: Picture | null;
  readonly caption: string;
}

const pageWidth = 1200;
const rowHeight = 30;
const firstColumn = 300;

/** The view as a picture of its own, with question and caption. */
export function toSvg({ question, model, stacks, sheets, product, plot, caption }: CostPicture) {
  let y = 56;
  const content: string[] = [];
  const put = (height: number, draw: (top: number) => string) => {
    content.push(draw(y));
    y += height;
  };
  put(50, (top) => textAt(margin, top + 26, model, quiet));
  for (const stack of stacks) put(64, (top) => stackPart(stack, top));
  for (const sheet of sheets)
    put((sheet.rows.length + 3) * rowHeight, (top) => sheetPart(sheet, top));
  put(rowHeight, (top) =>
    textAt(margin, top + 12, product, `font-family="${prose}" font-size="16"`),
  );
  if (plot) put(plot.height, (top) => moveTo(margin, top, drawMarks(plot.marks)));
  return savedPicture({
    ...{ width: pageWidth, bottom: y, question, caption, content, fontSize: 13 },
  });
}

const [ink, line, hair] = [palette.ink[0], palette.line[0], palette.hair[0]];
const fills = { ink, line, kept: palette.kept[0] };
const prose = escapeText(fonts.prose);
const inner = pageWidth - 2 * margin;

function stackPart({ name, parts, mark }: Stack, top: number): string {
  let x = margin;
  const bars = parts.map(({ share, look }) => {
    const width = share * inner;
    x += width;
    return `<rect x="${x - width}" y="${top + 18}" width="${width}" height="14" fill="${fills[look]}"/>`;
  });
  const said = parts.map(({ name, text }) => `${name} ${text}`).join(', ');
  const limit = mark
    ? `<rect x="${margin + mark.at * inner}" y="${top + 12}" width="1.5" height="26"/>`
    : '';
  const note = mark ? `${said}; ${mark.name}` : said;
  return `${textAt(margin, top + 10, name, 'font-weight="600"')}${bars.join('')}${limit}${textAt(margin, top + 48, note, quiet)}`;
}

function sheetPart({ caption, corner, columns, rows }: Sheet, top: number): string {
  const width = (inner - firstColumn) / columns.length;
  const end = (i: number) => margin + firstColumn + (i + 1) * width;
  const right = 'text-anchor="end"';
  const lines = rows.map(({ name, cells, isMain }, i) => {
    const y = top + (i + 2) * rowHeight;
    const weight = isMain ? 'font-weight="600"' : '';
    return [
      rule(y + 10, hair),
      textAt(margin, y, name, weight),
      ...cells.map((cell, c) => textAt(end(c), y, cell.text, `${right} ${weight}`)),
    ].join('');
  });
  return [
    textAt(margin, top, caption, 'font-weight="600"'),
    textAt(margin, top + rowHeight, corner, quiet),
    ...columns.map((column, c) => textAt(end(c), top + rowHeight, column, `${right} ${quiet}`)),
    rule(top + rowHeight + 10, line),
    ...lines,
  ].join('\n');
}

const rule = (y: number, stroke: string) =>
  `<path d="M${margin} ${y}H${pageWidth - margin}" stroke="${stroke}"/>`;
