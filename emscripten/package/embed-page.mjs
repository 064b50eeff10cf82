/** embed.html of the package: the site's, with plain scripts, since a host has policies of its own. */
import { readFileSync } from 'node:fs';
import { importSource } from './import-source.mjs';

const read = (name) => readFileSync(new URL(`../../web/site/${name}`, import.meta.url), 'utf8');

export async function embedPage() {
  const { tokenText } = await importSource('web/lib/tokens.ts');
  const html = read('embed.html')
    .replace('type="module" src="./embed.ts"', 'defer src="./embed.js"')
    .replace(/ *<!-- content-security-policy -->\n/u, '');
  return { 'embed.html': html, 'embed.css': `${tokenText}\n${read('embed.css')}` };
}
