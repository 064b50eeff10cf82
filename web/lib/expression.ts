import type { NumberSource } from './number-source.js';
import type { Unit } from './quantity.js';
import { unitKind } from './quantity.js';

/**
 * Calls of the engine as they are written in a sentence or in a formula:
 * "kvCache(llama2-70b, 4096, batch 8)", "trainer(relations, numHeads 4).parameterCount",
 * "kvCache(llama2-70b, 4096) / 2^30", and recorded results of training: "results(relations, numHeads 4,
 * native).median". First comes the model or the task, then the number of tokens;
 * everything else has its name. What follows the dot is the number of the result that is used.
 */

type Cost = Extract<NumberSource, { run: 'cost' }>;

/** The result of a call without a dot and a name. */
const usualResults = {
  parameters: 'total',
  flops: 'attention',
  kvCache: 'bytes',
  attentionMemory: 'bytes',
  weights: 'bytes',
  trainer: 'parameterCount',
  results: 'median',
} as const;
type CallName = keyof typeof usualResults;

const callPattern = new RegExp(
  `\\b(${Object.keys(usualResults).join('|')})\\s*\\(([^()]*)\\)(?:\\.(\\w+))?`,
  'gu',
);

/** Named arguments: those of the run, and the sizes of the model. Flags have no value. */
const runNames: Readonly<Record<string, string>> = {
  tokens: 'seqLen',
  batch: 'batch',
  bytes: 'bytesPerElement',
  kernel: 'kernel',
};
const flags = ['causal', 'decode'];
const modelNames = ['dModel', 'numHeads', 'numKvHeads', 'dHead', 'numLayers', 'dFf', 'vocabSize'];
/** The arguments of what a model costs. */
const costNames = [...Object.keys(runNames), ...flags, ...modelNames];
const trainerNames = ['numHeads', 'dModel', 'numLayers'];
/** The arguments that choose a recorded training run. */
const resultNames = ['numHeads', 'steps', 'seed'];
const nativeFlag = 'native';
/** These numbers of a training run are shares. */
const resultShares = ['bestLeast', 'bestMost', 'othersLeast', 'othersMost'];

/** A text of a page's address may be longer than any formula. */
const mostCharacters = 200;

/** @throws RangeError for an argument that is not known, or a text that is too long */
export function parseExpression(text: string): NumberSource {
  if (text.length > mostCharacters) {
    throw new RangeError(`the text has more than ${mostCharacters} characters`);
  }
  const of: Record<string, NumberSource> = {};
  const formula = text.replace(callPattern, (_, name: string, list: string, read?: string) => {
    const call = `call_${Object.keys(of).length + 1}`;
    of[call] = parseCall(name as CallName, list, read);
    return call;
  });
  const calls = Object.values(of);
  if (calls.length === 0) return text;
  return formula.trim() === 'call_1' ? calls[0]! : { run: 'formula', formula, of };
}

function parseCall(call: CallName, list: string, chosen: string | undefined): NumberSource {
  const read = chosen ?? usualResults[call];
  const [first = '', ...others] = list.split(',').map((each) => each.trim());
  if (call === 'trainer') {
    return { run: 'trainer', config: { task: first, ...named(others, trainerNames) }, read };
  }
  if (call === 'results') return parseResults(first, others, chosen);
  const run: Record<string, string | boolean> = {};
  const sizes: Record<string, string> = {};
  for (const each of others) {
    const [name, value] = splitArgument(each);
    if (value === '') {
      if (flags.includes(name)) run[name] = true;
      else if ('seqLen' in run) throw unknown(name, costNames);
      else run['seqLen'] = name;
    } else if (Object.hasOwn(runNames, name)) run[runNames[name]!] = value;
    else Object.assign(sizes, named([each], modelNames, costNames));
  }
  if (call === 'attentionMemory') run['kernel'] ??= 'reference';
  return { run: 'cost', call, model: { from: first, ...sizes }, given: run, read } satisfies Cost;
}

/** A recorded run is found by whole numbers, not by formulas. */
function parseResults(
  task: string,
  others: readonly string[],
  read: string | undefined,
): NumberSource {
  const settings = named(
    others.filter((each) => each !== nativeFlag),
    resultNames,
    [...resultNames, nativeFlag],
  );
  const number = (name: string) => (name in settings ? Number(settings[name]) : null);
  const seed = number('seed');
  return {
    ...{ run: 'results', task, numHeads: number('numHeads') ?? 0, steps: number('steps'), seed },
    build: others.includes(nativeFlag) ? 'native' : 'wasm',
    read: read ?? (seed === null ? usualResults.results : 'reachedAt'),
  };
}

/** "batch 8" is a name and a value; "4096" and "causal" have no value. */
function splitArgument(argument: string): readonly [string, string] {
  const [, name, value] = /^([A-Za-z]\w*)\s+(\S.*)$/su.exec(argument) ?? ['', argument, ''];
  return [name, value];
}

/** @param listed  in the message about another one */
function named(
  list: readonly string[],
  known: readonly string[],
  listed = known,
): Record<string, string> {
  return Object.fromEntries(
    list.map((each) => {
      const [name, value] = splitArgument(each);
      if (value === '' || !known.includes(name)) throw unknown(each, listed);
      return [name, value];
    }),
  );
}

const unknown = (argument: string, known: readonly string[]) =>
  new RangeError(`'${argument}' is not known here; known are ${known.join(', ')}`);

/** What the number counts; null for a formula, which may count anything. */
export function numberKind(source: NumberSource): ReturnType<typeof unitKind> | null {
  if (typeof source === 'string' || source.run === 'formula') return null;
  if (source.run === 'results') return resultShares.includes(source.read) ? 'share' : 'plain';
  if (source.run !== 'cost') return 'plain';
  const { call, read } = source;
  if (read === 'ratioToMha') return 'share';
  if (call === 'flops') return read.startsWith('crossover') ? 'plain' : 'FLOPs';
  return call === 'parameters' ? 'plain' : 'bytes';
}

/** @throws RangeError where the number is of another kind than the unit */
export function requireUnit(source: NumberSource, unit: Unit | undefined) {
  const kind = numberKind(source);
  if (kind === null || kind === unitKind(unit)) return;
  if (kind === 'share' && unit === undefined) return;
  throw new RangeError(
    unit === undefined
      ? `a number of ${kind} needs its unit`
      : `'${unit}' is no unit of this number, which is ${kind === 'plain' ? 'a plain number' : `in ${kind}`}`,
  );
}
