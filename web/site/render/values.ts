import type { Engine } from '../../../emscripten/package/contract.js';
import { escapeText } from '../../lib/file-text.js';
import { computeValue, valueText, type ValueRequest } from '../../lib/value.js';

/** Numbers in the prose of the lesson: `<mh-value expr="…" unit="…"></mh-value>`. */

const pattern = /<mh-value\b([^>]*)>([^<]*)<\/mh-value>/gu;

function readRequest(attributes: string): ValueRequest {
  const read = (name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(attributes)?.[1]?.replace(/&amp;/gu, '&');
  const decimals = read('decimals');
  return {
    ...{ expr: read('expr') ?? '', unit: read('unit') ?? '' },
    decimals: decimals === undefined ? null : Number(decimals),
  };
}

/** What is between the tags is for readers without WebAssembly: the core's number at the build. */
export const fillValues = (html: string, engine: Engine): string =>
  html.replace(pattern, (_, attributes: string) => {
    const text = valueText(computeValue(readRequest(attributes), engine));
    return `<mh-value${attributes}>${escapeText(text)}</mh-value>`;
  });

/** Why numbers of a text cannot be computed, each with what is written there. */
export function valueProblems(text: string, engine: Engine): { at: string; message: string }[] {
  return Array.from(text.matchAll(pattern), ([markup, attributes = '']) => {
    try {
      computeValue(readRequest(attributes), engine);
      return null;
    } catch (error) {
      return { at: markup, message: (error as Error).message };
    }
  }).filter((problem) => problem !== null);
}
