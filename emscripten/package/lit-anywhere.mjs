import { fileURLToPath } from 'node:url';

const byServer = /\/(lit-html\/|reactive-element\/)((?:lit-html|reactive-element|css-tag)\.js)$/;
const foundDom = fileURLToPath(new URL('../../web/elements/found-dom.ts', import.meta.url));

/**
 * Lit's build for servers, which also runs in browsers, for files that run in both. Its stand-in for
 * HTMLElement is not in them, since browsers would fetch it for nothing: see found-dom.ts.
 */
export function litAnywhere() {
  return {
    name: 'lit-anywhere',
    async resolveId(specifier, importer) {
      if (importer?.endsWith('/server-dom.ts')) return null;
      if (specifier === '@lit-labs/ssr-dom-shim') return foundDom;
      const source = await this.resolve(specifier, importer, { skipSelf: true });
      return source && byServer.test(source.id) ? source.id.replace(byServer, '/$1node/$2') : null;
    },
  };
}
