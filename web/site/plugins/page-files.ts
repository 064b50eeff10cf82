/** The pages as files of their own, and the script that runs before the first paint. */
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { policyHash } from '../../lib/policy-hash.js';
import { splitPages, withoutScripts } from '../render/split-pages.js';

const beforePaint = readFileSync(new URL('../before-paint.js', import.meta.url), 'utf8');
const inlined = (html: string, script: string) =>
  html.replace(
    /<script[^>]*src="\.\/before-paint\.js"><\/script>/u,
    () => `<script>${script}</script>`,
  );

/** The single file has all pages in it. */
export function inlinedBeforePaint(): Plugin {
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
export function pageFiles(): Plugin {
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
          .replace("script-src 'self'", `script-src 'self' ${policyHash(script)}`);
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
