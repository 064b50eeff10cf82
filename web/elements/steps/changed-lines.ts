import { editsOf, type Edit, type EditedMatrix } from '../../lib/edits.js';
import type { Language } from './state.js';

/** The places in a listing where a learner's changes are inserted. */
export type ChangePlace =
  'changed-layer' | 'changed-weights' | 'changed-scores' | 'changed-mask' | 'empty-rows';

/** What was changed in the layer that a listing computes. */
export interface LayerChanges {
  readonly edits: readonly string[];
  readonly tokens: number;
  readonly causal: boolean;
}

/** How a language writes a change. */
interface Grammar {
  /** Before weights are changed, so that the caller's stay as they are. */
  readonly layer: readonly string[];
  readonly copy: (matrix: EditedMatrix) => readonly string[];
  readonly weight: (edit: Edit) => string;
  readonly scores: (head: number, edits: readonly Edit[]) => readonly string[];
  readonly mask: (edits: readonly Edit[], causal: boolean) => readonly string[];
  readonly emptyRow: (row: number) => string;
}

const truth = (value: number, [no, yes]: readonly [string, string]) => (value === 1 ? yes : no);

const javascript: Grammar = {
  layer: ['layer = structuredClone(layer);'],
  copy: () => [],
  weight: ({ matrix, row, column, value }) => `${matrix}[${row}][${column}] = ${value};`,
  scores: (head, edits) =>
    edits.map(
      ({ row, column, value }) => `if (h === ${head}) scores[${row}][${column}] = ${value};`,
    ),
  mask: (edits, causal) => [
    'const seen = scores.map((row, t) =>',
    `  row.map((_, s) => ${causal ? 's <= t' : 'true'}),`,
    ');',
    ...edits.map(
      ({ row, column, value }) => `seen[${row}][${column}] = ${truth(value, ['false', 'true'])};`,
    ),
    'scores.forEach((row, t) => {',
    '  row.forEach((_, s) => {',
    '    if (!seen[t][s]) row[s] = -Infinity;',
    '  });',
    '});',
  ],
  emptyRow: (row) => `weights[${row}].fill(0); // sees no key`,
};

const cpp: Grammar = {
  layer: [],
  copy: () => [],
  weight: ({ matrix, row, column, value }) => `w.${matrix}[${row}][${column}] = ${value};`,
  scores: (head, edits) =>
    edits.map(
      ({ row, column, value }) => `if (h == ${head}) scores[${row}][${column}] = ${value};`,
    ),
  mask: (edits, causal) => [
    'std::vector<std::vector<bool>> seen(',
    '    T, std::vector<bool>(T, true));',
    ...(causal
      ? [
          'for (size_t t = 0; t < T; ++t)',
          '  for (size_t s = t + 1; s < T; ++s) seen[t][s] = false;',
        ]
      : []),
    ...edits.map(
      ({ row, column, value }) => `seen[${row}][${column}] = ${truth(value, ['false', 'true'])};`,
    ),
    'for (size_t t = 0; t < T; ++t)',
    '  for (size_t s = 0; s < T; ++s)',
    '    if (!seen[t][s])',
    '      scores[t][s] = -std::numeric_limits<double>::infinity();',
  ],
  emptyRow: (row) => `std::fill(weights[${row}].begin(), weights[${row}].end(), 0); // sees no key`,
};

const numpy: Grammar = {
  layer: [],
  copy: (matrix) => [`${matrix} = ${matrix}.copy()`],
  weight: ({ matrix, row, column, value }) => `${matrix}[${row}, ${column}] = ${value}`,
  scores: (head, edits) => [
    `if h == ${head}:`,
    ...edits.map(({ row, column, value }) => `    scores[${row}, ${column}] = ${value}`),
  ],
  mask: (edits, causal) => [
    `seen = ${causal ? 'np.tril(np.ones_like(scores))' : 'np.ones_like(scores)'} == 1`,
    ...edits.map(
      ({ row, column, value }) => `seen[${row}, ${column}] = ${truth(value, ['False', 'True'])}`,
    ),
    'scores[~seen] = -np.inf',
  ],
  emptyRow: (row) => `weights[${row}] = 0  # sees no key`,
};

const pytorch: Grammar = {
  ...numpy,
  copy: (matrix) => [`${matrix} = ${matrix}.clone()`],
  scores: (head, edits) =>
    edits.map(({ row, column, value }) => `scores[${head}, ${row}, ${column}] = ${value}`),
  mask: (edits, causal) => [
    `seen = torch.ones(T, T, dtype=torch.bool)${causal ? '.tril()' : ''}`,
    ...edits.map(
      ({ row, column, value }) => `seen[${row}, ${column}] = ${truth(value, ['False', 'True'])}`,
    ),
    'scores = scores.masked_fill(~seen, -torch.inf)',
  ],
  emptyRow: (row) => `weights[:, ${row}] = 0  # sees no key`,
};

const pseudocode: Grammar = {
  ...numpy,
  copy: () => [],
  scores: (head, edits) =>
    edits.map(
      ({ row, column, value }) => `if h = ${head}: scores[${row}, ${column}] = ${minus(value)}`,
    ),
  weight: ({ matrix, row, column, value }) => `${matrix}[${row}, ${column}] = ${minus(value)}`,
  mask: (edits, causal) => {
    const shown = edits.filter(({ value }) => value === 1);
    const except = shown.map(({ row, column }) => `[${row}, ${column}]`).join(', ');
    const later = `where a key comes after the query${except && `, but not at ${except}`}:`;
    return [
      ...(causal ? [later, '    scores = −∞'] : []),
      ...edits
        .filter(({ value }) => value === 0)
        .map(({ row, column }) => `scores[${row}, ${column}] = −∞`),
    ];
  },
  emptyRow: (row) => `weights[${row}] = 0                  # sees no key`,
};

const minus = (value: number) => String(value).replace('-', '−');

const grammars: Record<Language, Grammar> = { pseudocode, numpy, pytorch, cpp, javascript };

/** The lines that make a listing compute what the learner has changed, by their place. */
export function changedLines(
  language: Language,
  { edits, tokens, causal }: LayerChanges,
): Readonly<Record<ChangePlace, readonly string[]>> {
  const grammar = grammars[language];
  const weights = (['wq', 'wk', 'wv', 'wo'] as const)
    .map((matrix) => editsOf(edits, matrix))
    .filter(({ length }) => length > 0);
  const scores = editsOf(edits, 'scores');
  const heads = [...new Set(scores.map(({ head }) => head!))].sort((a, b) => a - b);
  const mask = editsOf(edits, 'mask');
  return {
    'changed-layer': weights.length > 0 ? grammar.layer : [],
    'changed-weights': weights.flatMap((each) => [
      ...grammar.copy(each[0]!.matrix),
      ...each.map(grammar.weight),
    ]),
    'changed-scores': heads.flatMap((head) => grammar.scores(head, editsOf(edits, 'scores', head))),
    'changed-mask': mask.length > 0 ? grammar.mask(mask, causal) : [],
    'empty-rows': emptyRows(mask, tokens, causal).map(grammar.emptyRow),
  };
}

/** The queries that may see no key: the core gives them no weights, where a softmax gives NaN. */
function emptyRows(mask: readonly Edit[], tokens: number, causal: boolean): readonly number[] {
  const places = Array.from({ length: tokens }, (_, place) => place);
  const isSeen = (row: number, column: number) => {
    const edit = mask.find((edit) => edit.row === row && edit.column === column);
    return edit ? edit.value === 1 : !causal || column <= row;
  };
  return mask.length === 0
    ? []
    : places.filter((row) => !places.some((column) => isSeen(row, column)));
}
