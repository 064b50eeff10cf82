/** The code listings of the lesson's chapters. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../web/lesson/chapters/', import.meta.url);

/** Each block `::: code`: its chapter, its title, its listings by language, and what they print. */
export const codeBlocks = readdirSync(folder)
  .sort()
  .flatMap((chapter) =>
    Array.from(
      readFileSync(new URL(chapter, folder), 'utf8').matchAll(/^::: code ([^\n]*)\n(.*?)^:::$/gmsu),
      ([, title, body]) => ({ chapter, title, ...readFences(body) }),
    ),
  );

function readFences(body) {
  const fences = Array.from(body.matchAll(/^```(\w+)\n(.*?)^```$/gmsu), ([, ...fence]) => fence);
  const { output, ...listings } = Object.fromEntries(fences);
  return { listings, output };
}
