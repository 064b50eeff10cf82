/** The formats of the figures' states, which addresses, attributes and `state` share. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../../emscripten/commands/run.mjs';
import { bundled } from '../bundled.mjs';

const files = readdirSync(join(repository, 'web/elements'), { recursive: true })
  .filter((file) => /(^|\/)state\.ts$/u.test(file))
  .sort();
const modules = await Promise.all(files.map((file) => bundled(`elements/${file}`)));

export const formats = modules.flatMap((module) =>
  Object.keys(module)
    .filter((name) => name.endsWith('Format'))
    .map((name) => module[name]),
);
