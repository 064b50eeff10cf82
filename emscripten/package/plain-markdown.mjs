/**
 * markdown-it without what lessons do not need: it finds no addresses in plain text, and knows the
 * usual names of characters instead of all 2,231, which are 16 KB of the package. Other names stay
 * as they are written.
 */
const names = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad' },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
  ...{ bdquo: '„', laquo: '«', raquo: '»', copy: '©', deg: '°', middot: '·', times: '×' },
  ...{ minus: '−', plusmn: '±', le: '≤', ge: '≥', ne: '≠', asymp: '≈', infin: '∞', radic: '√' },
  ...{ sum: '∑', rarr: '→', larr: '←', harr: '↔', auml: 'ä', ouml: 'ö', uuml: 'ü', szlig: 'ß' },
  ...{ Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', eacute: 'é', egrave: 'è', ccedil: 'ç', sect: '§' },
};
const instead = {
  'linkify-it': 'export class LinkifyIt {}',
  entities: `const names = ${JSON.stringify(names)};
    export const decodeHTMLStrict = (text) =>
      text.replace(/&(\\w+);/gu, (all, name) => (Object.hasOwn(names, name) ? names[name] : all));`,
};

export function plainMarkdown() {
  const prefix = 'plain-markdown:';
  return {
    name: 'plain-markdown',
    resolveId: (specifier, importer) =>
      Object.hasOwn(instead, specifier) && importer?.includes('/node_modules/markdown-it/')
        ? prefix + specifier
        : null,
    load: (id) => (id.startsWith(prefix) ? instead[id.slice(prefix.length)] : null),
  };
}
