import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { siteGroups } from '../../emscripten/package/doors.mjs';
import { bytePlanes } from '../../emscripten/package/byte-planes.mjs';
import { deflated } from '../../emscripten/package/deflated.mjs';
import { plainEditor } from '../../emscripten/package/plain-editor.mjs';
import { quizFormulas } from '../../emscripten/package/quiz-formulas.mjs';
import { noticePackages, thirdPartyNotices } from '../../emscripten/package/third-party.mjs';
import {
  bundledWorker,
  inlinedStarts,
  workers,
  workerScript,
} from '../../emscripten/package/worker-script.mjs';
import { tokenText } from '../lib/tokens.js';
import { docs, withoutFiles } from './plugins/docs.js';
import { offline } from './plugins/offline.js';
import { inlinedBeforePaint, pageFiles } from './plugins/page-files.js';
import { policy, singlePolicy } from './plugins/policies.js';
import { lesson } from './render/lesson-plugin.js';
import { chapterIds, onePage } from './render/lesson-html.js';
import { reserved } from './render/heights.js';
import { readHeights, readLesson } from './render/read-lesson.js';
import { siteWords, type SiteWords } from './words.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const micropython = '@micropython/micropython-webassembly-pyscript/micropython.wasm';
/** Files of the site: the .wasm of the core and of Python, and the workers' scripts. */
const files: Readonly<Record<string, () => string | Uint8Array | Promise<string>>> = {
  'manyheads.wasm': () => readFileSync(path('../../build/wasm/manyheads.wasm')),
  'micropython.wasm': () => readFileSync(path(`../../node_modules/${micropython}`)),
  ...Object.fromEntries(
    Object.entries(workers).map(([name, entry]) => [name, () => bundledWorker(entry)]),
  ),
};

/**
 * `vite build --mode site` builds the pages in dist-site/; `--mode single` adds manyheads.html, a
 * single file that works without a server.
 */
export default defineConfig(({ mode }) => {
  const isSingle = mode === 'single';
  return {
    root: path('.'),
    base: './',
    publicDir: false,
    plugins: [
      lesson(),
      words(),
      quizFormulas(),
      styles(),
      noticePackages(),
      plainEditor(),
      bytePlanes(),
      ...(isSingle
        ? [
            withoutFiles(),
            inlinedEngine(),
            deflated(),
            workerScript(),
            viteSingleFile({ outputFileName: 'manyheads.html' }),
            inlinedBeforePaint(),
            singlePolicy(),
          ]
        : [filesBeside(), notices(), policy(), pageFiles(), docs(), offline()]),
    ],
    build: {
      outDir: path('../../dist-site'),
      emptyOutDir: !isSingle,
      target: 'es2022',
      modulePreload: { polyfill: false },
      ...(isSingle ? {} : { assetsInlineLimit: 0 }), // a data: URL would break connect-src 'self'
      rolldownOptions: {
        input: isSingle ? path('index.html') : [path('index.html'), path('embed.html')],
        preserveEntrySignatures: 'allow-extension',
        // It confuses the policy in the frame's text with the page's policy.
        onLog: (level, log, write) => {
          const isMistaken = log.message.includes('Content-Security-Policy meta');
          if (log.plugin !== 'vite:singlefile' || !isMistaken) write(level, log);
        },
        ...(isSingle ? {} : { output: { codeSplitting: { groups: siteGroups } } }),
      },
    },
    server: { watch: { ignored: ['**/.toolchain/**', '**/build/**', '**/dist*/**'] } },
  };
});

/** Fills in the English words for `data-say` and `data-say-label`, for readers without scripts. */
function words(): Plugin {
  const english = (name: string, number = '') => {
    const text = siteWords.en[name as keyof SiteWords];
    if (text === undefined) throw new Error(`data-say="${name}" is no word of words.ts`);
    return text.replace('#', number);
  };
  return {
    name: 'words',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(
            /data-say="(\w+)"(?: data-number="(\d+)")?[^>]*>/gu,
            (tag, name: string, number?: string) => tag + english(name, number),
          )
          .replace(
            /data-say-label="(\w+)"/gu,
            (label, name: string) => `${label} aria-label="${english(name)}"`,
          ),
    },
  };
}

/** Sheets that follow site.css, in this order, in one file: as files they might change places. */
const sheets = ['rail', 'chapter', 'far', 'mathematics', 'listings', 'onward'].map((name) =>
  path(`styles/${name}.css`),
);

/** Adds the design tokens, and to the site's style sheet the others and the rules of lesson-html.ts. */
function styles(): Plugin {
  return {
    name: 'styles',
    enforce: 'pre',
    transform(code, id) {
      const [, name] = /\/(site|embed)\.css(\?|$)/u.exec(id) ?? []; // while it is served, with ?direct
      if (name === undefined) return null;
      if (name === 'embed') return [tokenText, code].join('\n');
      for (const sheet of sheets) this.addWatchFile(sheet);
      const others = sheets.map((sheet) => readFileSync(sheet, 'utf8'));
      const rules = [
        onePage(readLesson().pages),
        reserved(readHeights(), chapterIds(readLesson().pages)),
      ];
      return [tokenText, code, ...others, ...rules].join('\n');
    },
  };
}

/** Puts these files next to the modules that look for them there. */
function filesBeside(): Plugin {
  return {
    name: 'files-beside',
    async generateBundle() {
      for (const [name, read] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: await read() });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = Object.keys(files).find((name) => request.url?.endsWith(`/${name}`));
        if (!name) return next();
        const type = name.endsWith('.js') ? 'text/javascript' : 'application/wasm';
        const answer = async () => {
          const content = await files[name]!();
          response.setHeader('content-type', type).end(content);
        };
        answer().catch(next);
      });
    },
  };
}

/** The licences of third-party code. */
function notices(): Plugin {
  return {
    name: 'notices',
    generateBundle: {
      order: 'post',
      handler() {
        const source = thirdPartyNotices();
        this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
      },
    },
  };
}

/** The single file cannot fetch anything, so it uses the inlined .wasm and workers. */
function inlinedEngine(): Plugin {
  const instead = {
    'emscripten/package/index.js': path('../../emscripten/package/single.ts'),
    ...Object.fromEntries(
      Object.entries(inlinedStarts).map(([name, entry]) => [`/${basename(name, '.ts')}.js`, entry]),
    ),
  };
  return {
    name: 'inlined-engine',
    enforce: 'pre',
    resolveId: (specifier) =>
      Object.entries(instead).find(([end]) => specifier.endsWith(end))?.[1] ?? null,
  };
}
