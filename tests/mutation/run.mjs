/** Runs mutants of the core and of the package, and says which ones no test notices. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure, repository } from '../../emscripten/commands/run.mjs';
import { cppPlaces } from './cpp-places.mjs';
import * as native from './native.mjs';
import * as npm from './package.mjs';
import { chosen } from './places.mjs';
import { tsPlaces } from './ts-places.mjs';

/** By folder: which files have places, how they are found, and what builds and tests them. */
const kinds = [
  { under: 'src/', ending: '.cpp', placesIn: cppPlaces, ...native },
  { under: 'emscripten/package/', ending: '.ts', placesIn: tsPlaces, ...npm },
];

/** Of one mutant, however fast the tests are; on a busy machine they take longer. */
const LEAST_LIMIT = 300;

/** Survivors that no test can notice, each with the reason. */
const explained = JSON.parse(readFileSync(new URL('explained.json', import.meta.url), 'utf8'));

/** @return the mutants, each with its fate, and for a survivor the reason if there is one */
export async function run({ folders, count, seed, say }) {
  const files = folders.flatMap(filesIn).sort();
  const places = chosen(files.flatMap(placesOf), count, seed);
  if (places.length === 0) throw new Failure(`There are no places in ${folders.join(' and ')}`);
  places.forEach((place, i) => (place.number = i + 1));
  const mutants = [];
  for (const kind of kinds) {
    const own = places.filter(({ file }) => file.startsWith(kind.under));
    if (own.length > 0) mutants.push(...(await runKind(kind, own, say)));
  }
  return mutants;
}

async function runKind({ build, fateOf }, places, say) {
  const mutants = build(places, say);
  const start = performance.now();
  const fate = await fateOf(0, mutants[0].file, 3600);
  if (fate !== 'survived') throw new Failure(`Without any mutant the tests are ${fate}`);
  const limit = Math.max(LEAST_LIMIT, (5 * (performance.now() - start)) / 1000); // seconds
  let left = mutants.length;
  await inParallel(mutants, async (mutant) => {
    mutant.fate = await fateOf(mutant.number, mutant.file, limit);
    mutant.reason = mutant.fate === 'survived' ? reasonFor(mutant) : undefined;
    left--;
    if (mutant.fate !== 'survived') return;
    say(`${mutant.file}:${mutant.line}: ${mutant.change}: ${mutant.code} (${left} to go)`);
  });
  return mutants;
}

function filesIn(folder) {
  const path = join(repository, folder);
  if (statSync(path).isFile()) return [folder];
  return readdirSync(path, { recursive: true }).map((name) => join(folder, name));
}

/** The places of a file, each with its file, its lines and the text of the first one. */
function placesOf(file) {
  const kind = kinds.find(({ under, ending }) => file.startsWith(under) && file.endsWith(ending));
  if (!kind) return [];
  const source = readFileSync(join(repository, file), 'utf8');
  const lines = source.split('\n');
  const lineAt = (index) => source.slice(0, index).split('\n').length;
  return kind.placesIn(source).map((place) => {
    const [line, lastLine] = [lineAt(place.start), lineAt(place.end)];
    return { ...place, file, line, lastLine, code: lines[line - 1].trim() };
  });
}

const reasonFor = (mutant) =>
  explained.find(({ file, code, change }) =>
    [file === mutant.file, code === mutant.code, change === mutant.change].every(Boolean),
  )?.reason;

async function inParallel(items, work) {
  const left = [...items];
  const worker = async () => {
    while (left.length > 0) await work(left.shift());
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
