import { escapeText } from '../../lib/escape-text.js';
import { isRightToLeft } from '../right-to-left.js';
import { plainText } from '../../elements/quiz/text.js';

/** Texts as HTML, marked with their language. Their own markup stays text. */
export function paragraphs(lang: string, texts: readonly string[], code = ''): string {
  const body = [
    ...texts.map((text) => `<p>${escapeText(plainText(text))}</p>`),
    ...(code ? [`<pre>${escapeText(code)}</pre>`] : []),
  ].join('');
  if (!lang) return body;
  return `<div lang="${escapeText(lang)}"${isRightToLeft(lang) ? ' dir="rtl"' : ''}>${body}</div>`;
}
