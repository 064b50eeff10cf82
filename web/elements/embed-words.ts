/** The words of embed.html itself. They are few, so both languages are in one file. */
import { languageOf, type Language } from '../lib/language-tag.js';

interface EmbedWords {
  readonly title: string;
  readonly heading: string;
  readonly failed: string;
  readonly foreignFile: (file: string) => string;
}

const words: Readonly<Record<Language, EmbedWords>> = {
  en: {
    title: 'manyheads: one figure',
    heading: 'One figure',
    failed: 'This figure could not be loaded.',
    foreignFile: (file) =>
      `The address of this frame names a quiz file from another site: ${file}. It is not loaded. If it is yours, put it next to embed.html, or show it with an element in your own page.`,
  },
  de: {
    title: 'manyheads: eine Abbildung',
    heading: 'Eine Abbildung',
    failed: 'Diese Abbildung ließ sich nicht laden.',
    foreignFile: (file) =>
      `Die Adresse dieses Frames nennt eine Quizdatei von einer anderen Website: ${file}. Sie wird nicht geladen. Wenn es deine ist, lege sie neben embed.html, oder zeige sie mit einem Element auf deiner eigenen Seite.`,
  },
};

/** @param tag  of the language in the address; may be empty */
export const embedWords = (tag: string): EmbedWords => words[languageOf(tag)];

/** Writes the page's own words in this language. */
export function translatePage(tag: string) {
  const { title, heading } = embedWords(tag);
  document.documentElement.lang = languageOf(tag);
  document.title = title;
  document.querySelector('h1')!.textContent = heading;
}
