import { escapeText } from '../lib/file-text.js';
import type { Language } from '../lib/language.js';
import { elementMarkup, type ElementText } from '../lib/state-format.js';

/** What the snippets are of. */
export interface Embedded extends ElementText {
  readonly question: string;
  /** The address that shows the state; empty if the page has none. */
  readonly link: string;
  readonly language: string;
  /** In px, as it is now: the frame has it until the first message. */
  readonly height: number;
}

export type Snippet = 'frame' | 'element' | 'link' | 'height';

/**
 * HTML to copy. Frames and links need an address that other people can open: a page without one of its
 * own, or from the disk, has only the element.
 */
export function embedSnippets(embedded: Embedded): Partial<Record<Snippet, string>> {
  const { link, question } = embedded;
  const element = `${elementScript}\n${elementMarkup(embedded)}`;
  if (!/^https?:/u.test(link)) return { element };
  const anchor = `<a href="${escapeText(link)}">${escapeText(question)}</a>`;
  return { frame: frame(embedded), element, link: anchor, height: heightScript };
}

/** Here, since few readers need the sentence. */
const fromDisk: Readonly<Record<Language, string>> = {
  en: 'This page is a file on a disk, so an iframe or a link to it would work nowhere else. Copy them from the lesson on a web server.',
  de: 'Diese Seite ist eine Datei auf einem Datenträger: Ein Iframe oder ein Link zu ihr würde sonst nirgends funktionieren. Kopiere beides aus der Lektion auf einem Webserver.',
};

/** Why a page from the disk has no frame and no link; empty for other pages. */
export const whyOnlyElement = (link: string, language: Language): string =>
  link.startsWith('file:') ? fromDisk[language] : '';

const elementScript = `<!-- manyheads/ is the folder dist/ of the npm package "manyheads". Put it next to your page. -->
<script type="module" src="manyheads/elements-autoload.js"></script>`;

function frame({ tag, attributes, link, question, language, height }: Embedded) {
  const address = new URL('embed.html', link);
  address.search = new URLSearchParams({
    element: tag,
    ...attributes,
    ...(language === 'en' ? {} : { lang: language }),
  }).toString();
  return `<iframe src="${escapeText(address.href)}" title="${escapeText(question)}"
  width="100%" height="${height}" style="border: 0" allow="clipboard-write"></iframe>`;
}

/** Gives each frame of the page the height that it sends, and asks those that are there already. */
const heightScript = `<script>
  addEventListener('message', ({ data, source }) => {
    if (data?.type !== 'mh-height' || data.version !== 1) return;
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow === source) frame.height = data.height;
    }
  });
  for (const { contentWindow } of document.querySelectorAll('iframe')) {
    contentWindow.postMessage({ type: 'mh-get-height', version: 1 }, '*');
  }
</script>`;
