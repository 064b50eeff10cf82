import type { SaveFormat } from './figure.js';

const types: Record<SaveFormat, string> = {
  SVG: 'image/svg+xml',
  PNG: 'image/png',
  CSV: 'text/csv',
  JSON: 'application/json',
};

/** Downloads a figure. @param text  the file's text; for a PNG the SVG to convert */
export async function saveAs(format: SaveFormat, text: string): Promise<void> {
  const content = format === 'PNG' ? await rasterise(text) : text;
  saveFile(`manyheads.${format.toLowerCase()}`, new Blob([content], { type: types[format] }));
}

/** The files that a figure can be saved as, as text. A PNG is made from the picture. */
export interface FigureFiles {
  /** An SVG. */
  readonly picture: () => string;
  readonly csv: () => string;
  readonly json: () => string;
}

/** Makes and downloads the file of one format. */
export function saveFigure(format: SaveFormat, { picture, csv, json }: FigureFiles): Promise<void> {
  const texts = { SVG: picture, PNG: picture, CSV: csv, JSON: json };
  return saveAs(format, texts[format]());
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Converts an SVG to a PNG of twice its size, for print and for high-resolution screens. */
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
