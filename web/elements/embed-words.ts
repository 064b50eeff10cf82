/** The words of embed.html itself. They are few, so both languages are in one file. */
import type { Language } from '../lib/language.js';

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
      `The address of this frame names quizzes that are not from its own site: ${file}. They are not loaded. If they are yours, put the file next to embed.html, or show it with an element in your own page.`,
  },
  de: {
    title: 'manyheads: eine Abbildung',
    heading: 'Eine Abbildung',
    failed: 'Diese Abbildung ließ sich nicht laden.',
    foreignFile: (file) =>
      `Die Adresse dieses Frames nennt Quizfragen, die nicht von seiner eigenen Website sind: ${file}. Sie werden nicht geladen. Wenn es deine sind, lege die Datei neben embed.html, oder zeige sie mit einem Element in deiner eigenen Seite.`,
  },
};

/** As `speak` chooses it. */
const languageOf = (tag: string): Language => (/^de(-|$)/iu.test(tag) ? 'de' : 'en');

/** @param tag  of the language in the address; may be empty */
export const embedWords = (tag: string): EmbedWords => words[languageOf(tag)];

/** Writes the page's own words in this language. */
export function translatePage(tag: string) {
  const { title, heading } = embedWords(tag);
  document.documentElement.lang = languageOf(tag);
  document.title = title;
  document.querySelector('h1')!.textContent = heading;
}
