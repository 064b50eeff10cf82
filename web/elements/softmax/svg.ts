import { css, shareColour } from '../../lib/colour.js';
import { escapeText } from '../../lib/file-text.js';
import { margin, moveTo, quiet, savedPicture, textAt } from '../../lib/saved-picture.js';
import { at } from '../../lib/tensor-view.js';
import { fonts, palette } from '../../lib/tokens.js';
import { exponentText, termText, scoreText, togetherText, weightText } from './numbers.js';
import { isShare, type SoftmaxRun } from './run.js';

/** The words that the saved picture carries. */
export interface PictureWords {
  readonly question: string;
  readonly caption: string;
  readonly key: (key: number) => string;
  readonly sum: string;
  readonly together: string;
}

const pageWidth = 1000;
const rowHeight = 44;
const left = { power: 420, powerBar: 435, division: 780, weight: 850, weightBar: 862 };
const longest = { power: 140, weight: 98 };

/** The rows as a picture of its own, with its question and caption. */
export function softmaxSvg(run: SoftmaxRun, words: PictureWords): string {
  const keys = run.state.scores.length;
  const top = 90;
  const most = Math.max(...run.powers.data.filter((power) => Number.isFinite(power)));
  const lines = run.state.scores.map((score, key) => row(run, key, score, most, words));
  return savedPicture({
    ...{ width: pageWidth, question: words.question, caption: words.caption, fontSize: 14 },
    bottom: top + (keys + 1) * rowHeight,
    content: [...lines, sumRow(run, words)].map((line, i) =>
      moveTo(0, top + (i + 0.5) * rowHeight, line),
    ),
  });
}

const sumRow = ({ state, sum, weights, together }: SoftmaxRun, words: PictureWords): string =>
  [
    text(left.power, termText(sum, state.power), 'text-anchor="end" font-weight="650"'),
    text(left.powerBar, words.sum),
    text(left.division, words.together, 'text-anchor="end"'),
    barsTogether(weights.data),
    text(left.weight, togetherText(together), 'text-anchor="end" font-weight="650"'),
  ].join('');

function row(
  { state, exponents, powers, sum, weights }: SoftmaxRun,
  key: number,
  score: number,
  most: number,
  words: PictureWords,
): string {
  const [power, weight] = [at(powers, key), at(weights, key)];
  const exponent = state.power ? exponentText(at(exponents, key)) : null;
  const share = Number.isFinite(power) && most > 0 ? Math.max(0, power / most) : 0;
  const right = 'text-anchor="end"';
  return [
    text(margin, words.key(key)),
    text(260, scoreText(score), right),
    powerOf(exponent, termText(power, state.power)),
    bar(left.powerBar, share * longest.power, palette.line[0]),
    text(
      left.division,
      `${termText(power, state.power)} ÷ ${termText(sum, state.power)} =`,
      `${right} ${quiet}`,
    ),
    text(left.weight, weightText(weight), `${right} font-weight="650"`),
    isShare(weight) ? bar(left.weightBar, weight * longest.weight, css(shareColour(weight))) : '',
  ].join('');
}

/** e with a raised exponent, and what it comes to. */
function powerOf(exponent: string | null, value: string): string {
  if (exponent === null) return text(left.power, value, 'text-anchor="end"');
  const raised = `<tspan dy="-6" font-size="11">${exponent}</tspan><tspan dy="6"> = ${value}</tspan>`;
  return `<text x="${left.power}" text-anchor="end"><tspan font-style="italic" font-family="${escapeText(fonts.prose)}">e</tspan>${raised}</text>`;
}

/** All weights one after the other; nothing if one of them is not a share. */
function barsTogether(weights: Float32Array): string {
  if (!weights.every(isShare)) return '';
  let x = left.weightBar;
  return Array.from(weights, (weight) => {
    const part = bar(x, weight * longest.weight, css(shareColour(weight)));
    x += weight * longest.weight;
    return part;
  }).join('');
}

const bar = (x: number, width: number, colour: string) =>
  `<rect x="${x}" y="-11" width="${width.toFixed(1)}" height="12" fill="${colour}"/>`;
const text = (x: number, words: string, attributes = '') => textAt(x, 0, words, attributes);
