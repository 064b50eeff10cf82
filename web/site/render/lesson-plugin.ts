import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { createLoad } from '../../../emscripten/package/loader.js';
import { readLesson } from './read-lesson.js';
import { fillValues } from './values.js';

const { load: loadCore } = createLoad(() =>
  readFileSync(new URL('../../../build/wasm/manyheads.wasm', import.meta.url)),
);

/** Replaces `<!-- pages -->`, `<!-- contents -->` and `<!-- rail -->` by the lesson. */
export function lesson(): Plugin {
  return {
    name: 'lesson',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const engine = await loadCore();
        const { pages, contents, rail } = readLesson();
        return html
          .replace('<!-- contents -->', () => contents)
          .replace('<!-- rail -->', () => rail)
          .replace('<!-- pages -->', () => fillValues(pages, engine));
      },
    },
    handleHotUpdate({ file, server }) {
      if (file.endsWith('.md')) server.hot.send({ type: 'full-reload' });
    },
  };
}
