import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../emscripten/commands/run.mjs';
import { withPlaces } from './places.mjs';

/** @return for each file its name and its text with those of the places that it has */
export function rewritten(files, places) {
  return [...new Set(files)].map((name) => {
    const source = readFileSync(join(repository, name), 'utf8');
    const own = places.filter(({ file }) => file === name);
    return [name, withPlaces(source, own)];
  });
}
