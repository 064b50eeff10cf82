import { lessonModel } from '../lib/lesson-model.js';
import { toCsv, toJson } from '../lib/sandbox-export.js';
import { toSvg } from '../lib/sandbox-svg.js';
import { fixed } from '../lib/numbers.js';
import type { SaveFormat } from './figure.js';
import type { SandboxRun } from './sandbox-run.js';
import { strings } from './strings.js';

const types: Record<SaveFormat, string> = {
  SVG: 'image/svg+xml',
  PNG: 'image/png',
  CSV: 'text/csv',
  JSON: 'application/json',
};

/** Hands the reader a file of what the sandbox shows. */
export async function saveSandbox(run: SandboxRun, format: SaveFormat): Promise<void> {
  const content = {
    SVG: () => picture(run),
    PNG: () => rasterise(picture(run)),
    CSV: () => toCsv(run),
    JSON: () => toJson(run),
  }[format];
  const blob = new Blob([await content()], { type: types[format] });
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = `manyheads.${format.toLowerCase()}`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function picture(run: SandboxRun): string {
  const { maps, picture } = strings;
  const mean = run.diversity ? fixed(run.diversity.mean) : null;
  return toSvg(run, {
    question: maps.question,
    caption: mean === null ? picture.one : picture.distance(mean),
    note: maps.origin[run.state.weights](run.state.seed, lessonModel.seeds),
    head: (head) => `${maps.head(head)}, ${maps.entropy(run.entropy[head]!)}`,
  });
}

/** Twice the size in pixels, for print and for sharp screens. */
async function rasterise(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('toBlob'))), 'image/png'),
  );
}
