/**
 * The reference of the C++ core, from the comments in its headers, as HTML. It reads the form that
 * clang-format and our style give them: `///` comments above declarations, one namespace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { escapeText } from '../../lib/file-text.js';

/** The folders of src/ that a user of manyheads::core includes from, with their headings. */
const folders: readonly (readonly [folder: string, title: string])[] = [
  ['tensor', 'Tensors'],
  ['attention', 'Attention'],
  ['latent_attention', 'Latent attention'],
  ['kv_cache', 'Caches'],
  ['feed_forward', 'Feed-forward layers'],
  ['measures', 'Measures'],
  ['cost', 'Costs'],
  ['checkpoint', 'Checkpoints'],
];

interface Declaration {
  readonly comment: string;
  readonly code: string;
}

const sources = new URL('../../../src/', import.meta.url);

export function cppReference(): string {
  return folders
    .map(([folder, title]) => {
      const names = readdirSync(new URL(folder, sources)).filter((name) => name.endsWith('.hpp'));
      const headers = names.sort().map((name) => header(`${folder}/${name}`));
      return [`<h2>${title}</h2>`, ...headers].join('\n');
    })
    .join('\n');
}

function header(path: string): string {
  const text = readFileSync(new URL(path, sources), 'utf8');
  const [, purpose = ''] = /^#pragma once\n((?:\/\/\/.*\n)*)/u.exec(text) ?? [];
  const scopes = text.matchAll(
    /^namespace manyheads \{\n([^]*?)^\} {2}\/\/ namespace manyheads$/gmu,
  );
  const declarations = Array.from(scopes, ([, scope = '']) => declarationsIn(scope)).flat();
  if (declarations.length === 0) throw new Error(`${path}: nothing is declared in it`);
  return [
    `<h3 id="${path}">${path}</h3>`,
    commentHtml(purpose),
    ...declarations.map((each) => (typeName(each) ? type(each) : list([each]))),
  ]
    .join('\n')
    .replaceAll('</dl>\n<dl class="members">\n', ''); // neighbours are one list
}

const typeName = ({ code }: Declaration) =>
  /^(?:template <[^>]*>\s*)?(?:class|struct) (\w+)[^;]*\{/u.exec(code)?.[1];

function type(declaration: Declaration): string {
  const { code, comment } = declaration;
  const [, head = '', body = ''] = /^([^{]*?)\s*\{\n?([^]*)\};?$/u.exec(code) ?? [];
  const members = declarationsIn(
    body.replace(/^ {2}/gmu, '').split(/^ ?(?:private|protected):/mu)[0]!,
  );
  return `<h4><code>${escapeText(head)}</code></h4>\n${commentHtml(comment)}${list(members)}`;
}

function list(declarations: readonly Declaration[]): string {
  if (declarations.length === 0) return '';
  const items = declarations.map(({ comment, code }) => {
    const [, beside = ''] = /\/\/\/< ?(.*)$/mu.exec(code) ?? [];
    const plain = withoutBody(code.replace(/\s*\/\/.*$/gmu, '')).replace(/[;,]$/u, '');
    return `<dt><code>${escapeText(plain)}</code></dt>\n<dd>${commentHtml(`${comment}\n${beside}`)}</dd>`;
  });
  return `<dl class="members">\n${items.join('\n')}\n</dl>`;
}

/** The declarations of a scope, each with the comment above it. */
function declarationsIn(scope: string): Declaration[] {
  const found: Declaration[] = [];
  let comment: string[] = [];
  let code: string[] = [];
  for (const line of scope.split('\n')) {
    const text = line.trim();
    if (code.length === 0) {
      if (text.startsWith('///')) comment.push(text);
      if (text === '') comment = [];
      if (text === '' || text.startsWith('//') || /^(#|public:)/u.test(text)) continue;
    }
    code.push(line.trimEnd());
    if (!isWhole(code.join('\n'))) continue;
    const whole = code.join('\n').trim();
    if (isPublic(whole)) found.push({ comment: comment.join('\n'), code: whole });
    [comment, code] = [[], []];
  }
  return found;
}

/** A declaration ends with ; or } where all brackets are closed. */
function isWhole(code: string): boolean {
  const plain = code.replace(/\/\/.*$/gmu, '').trimEnd();
  const count = (pattern: RegExp) => [...plain.matchAll(pattern)].length;
  return /[;}]$/u.test(plain) && count(/[({[]/gu) === count(/[)}\]]/gu);
}

/** Leaves out tables for files and JavaScript, deleted functions, and checks at build time. */
const isPublic = (code: string) =>
  !/^(template <>|static_assert|friend)|= (delete|default);$|^inline constexpr std::array k/u.test(
    code,
  );

/** A function without its body, a constructor without its initializers; both on one line. */
function withoutBody(declaration: string): string {
  if (/^(enum|struct|class|union)\b/u.test(declaration)) return declaration;
  const code = declaration.replace(/\s+/gu, ' ');
  if (!code.endsWith('}')) return code;
  let depth = 0;
  for (const [i, letter] of [...code].entries()) {
    if ('(['.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    const before = code.slice(0, i);
    const isEnd = letter === '{' || (letter === ':' && /\)[^:]*\s$/u.test(before));
    if (depth === 0 && isEnd) return before.trimEnd();
  }
  return code;
}

/** A `///` comment: its text, then a line for each tag. */
function commentHtml(comment: string): string {
  const text = comment.replace(/^\s*\/\/\/ ?/gmu, '').trim();
  if (text === '') return '';
  const parts = text.split(/(?=@(?:param|return|throws|see)\b)/u).map((part) => {
    const [, name, described] = /^@param(?:\[\w+\])? (\S+(?:, \w+)*)\s+([^]*)$/u.exec(part) ?? [];
    if (name !== undefined) return `\`${name}\`: ${described}`;
    return part
      .replace(/^@return\s+/u, 'Returns ')
      .replace(/^@throws\s+/u, 'Throws ')
      .replace(/^@see\s+/u, 'See ');
  });
  return parts
    .map((part) => escapeText(part.replace(/\s+/gu, ' ').trim()))
    .map((part) => `<p>${part.replace(/`([^`]+)`/gu, '<code>$1</code>')}</p>\n`)
    .join('');
}
