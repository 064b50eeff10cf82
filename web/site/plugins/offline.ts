/** What makes the site an app that can be installed: its manifest, its icons, its service worker. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { palette } from '../../lib/tokens.js';
import { pngOf } from './icon-png.js';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** For the head of the page: it replaces the empty icon. */
const links = `<link rel="icon" href="icon.svg" />
    <link rel="apple-touch-icon" href="icon-192.png" />
    <link rel="manifest" href="manifest.webmanifest" />
    <meta name="theme-color" content="${palette.page[0]}" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="${palette.page[1]}" media="(prefers-color-scheme: dark)" />`;

const icon = (src: string, sizes: string, type: string) => ({ src, sizes, type });
const manifest = {
  name: 'Multi-head attention',
  short_name: 'manyheads',
  description: 'A lesson on multi-head attention, computed live in the page.',
  lang: 'en',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: palette.page[0],
  theme_color: palette.page[0],
  icons: [
    icon('icon.svg', 'any', 'image/svg+xml'),
    icon('icon-192.png', '192x192', 'image/png'),
    icon('icon-512.png', '512x512', 'image/png'),
    { ...icon('icon-512.png', '512x512', 'image/png'), purpose: 'maskable' },
  ],
};

/** Not kept on the device: what neither the lesson nor the docs show. */
const notKept = /^(lesson\.html|manyheads\.html|service-worker\.js|THIRD-PARTY-.*)$/u;

/** Only for the site: a single file needs no worker, and frames are part of other sites. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        path.endsWith('/index.html')
          ? html.replace('<link rel="icon" href="data:," />', links)
          : html,
    },
    generateBundle() {
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source });
      const svg = read('icon.svg');
      emit('icon.svg', svg);
      for (const size of [192, 512]) emit(`icon-${size}.png`, pngOf(svg, size));
      emit('manifest.webmanifest', JSON.stringify(manifest));
    },
    writeBundle({ dir }) {
      const names = readdirSync(dir!, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(dir!, name)).isFile() && !notKept.test(name))
        .sort();
      const hashes = names.map((name) => [name, sha256(readFileSync(join(dir!, name)))] as const);
      const script = read('service-worker.js').replace(
        'const files = {};',
        () => `const files = ${JSON.stringify(Object.fromEntries(hashes))};`,
      );
      writeFileSync(join(dir!, 'service-worker.js'), script);
    },
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
