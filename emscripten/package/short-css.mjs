/**
 * Takes comments and needless white space out of css`…`, which minifiers leave as it is. Expressions
 * in it stay.
 */
export function shortCss() {
  return {
    name: 'short-css',
    transform: (code, id) =>
      id.endsWith('.ts') && code.includes('css`')
        ? code.replace(/\bcss`(?:[^`\\]|\\.)*`/gsu, shortenStyles)
        : null,
  };
}

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
    .replaceAll(';}', '}');
