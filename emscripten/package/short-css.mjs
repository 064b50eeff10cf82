import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../commands/run.mjs';

const partsImport = /import \{([^}]*)\} from '[^']*\/style-parts\.js';\n/u;

/**
 * Takes comments and needless white space out of css`…`, which minifiers leave as it is. What rules
 * share (ui/style-parts.ts) is written into them: repeated text compresses well, and no element loads
 * parts that it does not use. Other expressions stay.
 */
export function shortCss() {
  const parts = readParts(readFileSync(join(repository, 'web/ui/style-parts.ts'), 'utf8'));
  return {
    name: 'short-css',
    transform: (code, id) =>
      id.endsWith('.ts') && code.includes('css`')
        ? insertParts(code, parts).replace(/\bcss`(?:[^`\\]|\\.)*`/gsu, shortenStyles)
        : null,
  };
}

/** The declarations of each part, by name. A part may contain parts above it. */
export function readParts(code) {
  const parts = new Map();
  for (const [, name, text] of code.matchAll(/export const (\w+) = css`([^`]*)`/gu)) {
    parts.set(name, insert(text, parts));
  }
  return parts;
}

/** The code with the parts that it imports in place of their names. */
export function insertParts(code, parts) {
  const [statement, names] = partsImport.exec(code) ?? [];
  if (!statement) return code;
  const used = names.split(',').map((name) => name.trim());
  const own = new Map(used.filter(Boolean).map((name) => [name, parts.get(name)]));
  return insert(code.replace(statement, ''), own);
}

const insert = (text, parts) =>
  text.replace(/\$\{(\w+)\}/gu, (expression, name) => parts.get(name) ?? expression);

export const shortenStyles = (styles) =>
  styles
    .split(/(\$\{[^}]*\})/u)
    .map((part) => (part.startsWith('${') ? part : shorten(part)))
    .join('');

const shorten = (text) =>
  text
    .replace(/\/\*.*?\*\//gsu, '')
    .replace(/\s+/gu, ' ')
    .replace(/ ?([{};,]) ?/gu, '$1')
    .replace(/(^ ?|[{;])([\w-]+): /gu, '$1$2:')
    .replaceAll(/;+/gu, ';')
    .replaceAll(';}', '}');
