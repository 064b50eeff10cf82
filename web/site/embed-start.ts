/**
 * The script of the package's embed.html. A frame with `sandbox`, or a page from the disk, may fetch
 * no modules, but plain scripts run there.
 */
import { embedWords } from '../elements/embed-words.js';

const plain = ['manyheads-cells.iife.js', 'manyheads.iife.js'];

const start = () => (origin === 'null' ? fromPlainScripts() : import('./embed.js'));

async function fromPlainScripts() {
  for (const name of plain) await loadScript(name);
  const { manyheads } = globalThis as unknown as { manyheads: { showEmbedded(): Promise<void> } };
  await manyheads.showEmbedded();
}

function loadScript(name: string): Promise<unknown> {
  const script = document.createElement('script');
  script.src = name;
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} is not next to embed.html`));
  });
  document.head.append(script);
  return loaded;
}

start().catch((error: unknown) => {
  const language = new URLSearchParams(location.search).get('lang') ?? '';
  document.querySelector('#frame')!.textContent = embedWords(language).failed;
  reportError(error);
});
