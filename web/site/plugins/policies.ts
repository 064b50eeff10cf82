/** What the pages may load and run: their Content Security Policies. */
import type { Plugin } from 'vite';
import { bootHash } from '../../elements/cells/python/frame-boot.js';
import { policyHash } from '../../lib/policy-hash.js';

const marker = '<!-- content-security-policy -->';
export const policyMeta = (directives: readonly string[]) =>
  `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}" />`;

/** The frame for Python inherits these, in addition to its own. */
const scripts = `'wasm-unsafe-eval' '${bootHash}'`;
/** Only Lit's templates and lib/trusted.ts may turn text into a document or a script. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types lit-html manyheads'];

/**
 * No other hosts and no eval. Two inline scripts are allowed by their hashes: that of the frame for
 * Python, and before-paint.js (page-files.ts adds its hash). Only for builds: the dev server needs more.
 */
export function policy(): Plugin {
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "worker-src 'self' blob:",
    ...trustedTypes,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'", // the page that tries each way to embed a figure
    "manifest-src 'self'",
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
export function singlePolicy(): Plugin {
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
    ([, text = '']) => policyHash(text),
  ).join(' ');
