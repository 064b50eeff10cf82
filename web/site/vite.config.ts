import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { siteGroups } from '../../emscripten/package/doors.mjs';
import { bytePlanes } from '../../emscripten/package/byte-planes.mjs';
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
import { bootHash } from '../elements/cells/python/frame-boot.js';
import { lesson } from './render/lesson-plugin.js';
import { chapterIds, onePage } from './render/lesson-html.js';
import { reserved } from './render/heights.js';
import { readHeights, readLesson } from './render/read-lesson.js';
import { splitPages, withoutScripts } from './render/split-pages.js';
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
            inlinedEngine(),
            workerScript(),
            viteSingleFile({ outputFileName: 'manyheads.html' }),
            inlinedBeforePaint(),
            singlePolicy(),
          ]
        : [filesBeside(), notices(), policy(), pageFiles()]),
    ],
    build: {
      outDir: path('../../dist-site'),
      emptyOutDir: !isSingle,
      target: 'es2022',
      modulePreload: { polyfill: false },
      ...(isSingle ? {} : { assetsInlineLimit: 0 }), // a data: URL would break connect-src 'self'
      rollupOptions: {
        input: isSingle ? path('index.html') : [path('index.html'), path('embed.html')],
        preserveEntrySignatures: 'allow-extension',
        // It confuses the policy in the frame's text with the page's policy.
        onLog: (level, log, write) => {
          const isMistaken = /Content-Security-Policy meta/u.test(log.message);
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

/** Adds the design tokens, the sheets and the rules of lesson-html.ts to the site's style sheet. */
function styles(): Plugin {
  return {
    name: 'styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/site\.css(\?|$)/u.test(id)) return null; // while it is served, the id ends with ?direct
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

const beforePaint = readFileSync(path('before-paint.js'), 'utf8');
const inlined = (html: string, script: string) =>
  html.replace(
    /<script[^>]*src="\.\/before-paint\.js"><\/script>/u,
    () => `<script>${script}</script>`,
  );

/** The single file has all pages in it. */
function inlinedBeforePaint(): Plugin {
  return {
    name: 'inlined-before-paint',
    apply: 'build',
    transformIndexHtml: (html) => inlined(html, beforePaint),
  };
}

/**
 * In the site, index.html has the lesson's first page only. Each other page is a file, and the whole
 * lesson is one too, for readers without scripts.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('page-files: no page was made');
        const html = String(index.source);
        const { first, others, places } = splitPages(html);
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source });
        for (const [id, source] of Object.entries(others)) emit(`pages/${id}.html`, source);
        emit('lesson.html', withoutScripts(html));
        const script = beforePaint
          .replace(
            'const firstFiles = [];',
            `const firstFiles = ${JSON.stringify(firstFiles(bundle))};`,
          )
          .replace('const otherPages = {};', `const otherPages = ${JSON.stringify(places)};`);
        index.source = inlined(first, script)
          .replace('<!-- whole lesson -->', toWhole)
          .replace("script-src 'self'", `script-src 'self' ${hash(script)}`);
      },
    },
  };
}

/** Where there are no scripts, links lead to places in the same document. */
const toWhole = '<noscript><meta http-equiv="refresh" content="0; url=lesson.html" /></noscript>';

/** What the first figure of the lesson needs: scripts with all that they import, and the core. */
function firstFiles(bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const roots = ['site/index.html', 'sandbox/heads.ts', 'lesson/lesson-weights.ts'];
  const found = new Set(
    chunks
      .filter(({ facadeModuleId }) => roots.some((root) => facadeModuleId?.endsWith(`/${root}`)))
      .map(({ fileName }) => fileName),
  );
  for (const name of found) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const needed of chunk?.imports ?? []) found.add(needed);
  }
  if (found.size < roots.length) throw new Error('before-paint: the first figure has no files');
  return [...found, 'assets/manyheads.wasm'];
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

const marker = '<!-- content-security-policy -->';
const policyMeta = (directives: readonly string[]) =>
  `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}" />`;

/** The frame for Python inherits these, in addition to its own. */
const scripts = `'wasm-unsafe-eval' '${bootHash}'`;
/** Only Lit's templates and lib/trusted.ts may turn text into a document or a script. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types lit-html manyheads'];

/** No other hosts, no inline scripts, no eval. Only for builds: the dev server needs more. */
function policy(): Plugin {
  const directives = [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    "worker-src 'self' blob:",
    ...trustedTypes,
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    name: 'policy',
    apply: 'build',
    transformIndexHtml: (html) => html.replace(marker, policyMeta(directives)),
  };
}

/** In the single file, only scripts that were in it at build time may run. */
function singlePolicy(): Plugin {
  return {
    name: 'single-policy',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'));
        if (page?.type !== 'asset') throw new Error('single: no page was made');
        const html = String(page.source);
        const directives = [
          "default-src 'none'",
          `script-src ${scripts} ${hashes(html, 'script')}`,
          `style-src ${hashes(html, 'style')}`,
          'worker-src blob:',
          ...trustedTypes,
          'img-src data: blob:',
          "base-uri 'none'",
          "form-action 'none'",
        ];
        page.source = html.replace(marker, () => policyMeta(directives));
      },
    },
  };
}

/** The CSP hashes of a page's inline scripts or styles. */
const hashes = (html: string, tag: 'script' | 'style'): string =>
  Array.from(
    html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'gu')),
    ([, text = '']) => hash(text),
  ).join(' ');

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
