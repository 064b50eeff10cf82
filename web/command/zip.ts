import { strToU8, zipSync } from 'fflate';

/** A zip of these files. The same files give the same bytes. */
export const zipped = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
    { mtime: new Date(1980, 0, 2), level: 9 },
  );
