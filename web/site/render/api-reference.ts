/** The API reference: every exported type and function of the package, with its comment, as HTML. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { escapeText } from '../../lib/file-text.js';
import { renderText } from './markdown.js';

/** The sources, by the heading of what they export. Not all that remote.ts exports is public. */
const groups: readonly { title: string; file: string; names?: readonly string[] }[] = [
  { title: 'The engine', file: 'contract.ts' },
  { title: 'Errors', file: 'errors.ts' },
  {
    title: 'In a worker',
    file: 'remote.ts',
    names: [
      ...['RemoteEngine', 'Remote', 'RemoteTrainer'],
      ...['StepsOptions', 'TrainOptions', 'RemoteLoadOptions'],
    ],
  },
];

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration;
const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

export function apiReference(): string {
  const read = groups.map((group) => ({ ...group, declarations: declarationsOf(group) }));
  const names = new Set(read.flatMap(({ declarations }) => declarations.map(nameOf)));
  return read
    .map(({ title, declarations }) => {
      const parts = declarations.map((declaration) => render(declaration, names));
      const links = declarations.map(nameOf).map((name) => `<a href="#${name}">${name}</a>`);
      return `<h2>${title}</h2>\n<p class="names">${links.join(', ')}</p>\n${parts.join('\n')}`;
    })
    .join('\n');
}

function declarationsOf({ file, names }: (typeof groups)[number]): Declaration[] {
  const url = new URL(`../../../emscripten/package/${file}`, import.meta.url);
  const source = ts.createSourceFile(file, readFileSync(url, 'utf8'), ts.ScriptTarget.ES2022, true);
  const exported = source.statements.filter(isDeclaration).filter((node) => {
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported && (names === undefined || names.includes(nameOf(node)));
  });
  const missing = names?.filter((name) => !exported.some((node) => nameOf(node) === name)) ?? [];
  if (missing.length > 0) throw new Error(`${file} does not export ${missing.join(', ')}`);
  return exported;
}

const nameOf = ({ name }: Declaration) => name!.text;

function render(node: Declaration, names: ReadonlySet<string>): string {
  const code = (text: string) => linked(text, names, nameOf(node));
  const heading = `<h3 id="${nameOf(node)}">${nameOf(node)}</h3>\n${comment(node)}`;
  if (ts.isTypeAliasDeclaration(node)) {
    return `${heading}<pre class="type" tabindex="0"><code>${code(withoutExport(node.getText()))}</code></pre>`;
  }
  const members = [...node.members].filter(isPublic);
  const items = members.map(
    (member) => `<dt><code>${code(signature(member))}</code></dt>\n<dd>${comment(member)}</dd>`,
  );
  const list = items.length > 0 ? `<dl class="members">\n${items.join('\n')}\n</dl>` : '';
  return `${heading}${heritage(node, code)}${list}`;
}

const withoutExport = (text: string) => text.replace(/^export /u, '');

function heritage(node: Declaration, code: (text: string) => string): string {
  const clauses = 'heritageClauses' in node ? (node.heritageClauses ?? []) : [];
  return clauses.map((clause) => `<p><code>${code(clause.getText())}</code></p>\n`).join('');
}

/** Leaves out what only the class itself uses. */
const isPublic = (member: ts.ClassElement | ts.TypeElement) =>
  !(member.name && ts.isComputedPropertyName(member.name)) &&
  !/^(static|#)/u.test(member.getText());

/** The source of a member; that of a method or a getter without its body. */
function signature(member: ts.ClassElement | ts.TypeElement): string {
  const body = (member as { body?: ts.Block }).body;
  const whole = member.getText();
  const text = body ? whole.slice(0, body.getStart() - member.getStart()) : whole;
  const indent = /\n( *)\S[^\n]*$/u.exec(text)?.[1] ?? '';
  return text
    .replace(/^override /u, '')
    .replaceAll(`\n${indent}`, '\n')
    .replace(/[;\s]+$/u, '');
}

/** HTML, with each name of the reference as a link. */
const linked = (text: string, names: ReadonlySet<string>, own: string) =>
  escapeText(text).replace(/\b[A-Z]\w+\b/gu, (name) =>
    names.has(name) && name !== own ? `<a href="#${name}">${name}</a>` : name,
  );

/** A doc comment as HTML. */
function comment(node: ts.Node): string {
  const text = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => comment.getText())
    .at(-1);
  if (text === undefined) return '';
  const plain = text
    .replace(/^\/\*\*|\*\/$/gu, '')
    .replace(/^[ \t]*\* ?/gmu, '')
    .replace(/\{@link (\w+)\}/gu, '[$1](#$1)')
    .replace(/\s*@throws\s+/gu, '\n\nThrows ')
    .replace(/\s*@returns?\s+/gu, '\n\nReturns: ')
    .replace(/\s*@param (\w+)\s+/gu, '\n\n`$1`: ');
  return renderText(plain.trim());
}
