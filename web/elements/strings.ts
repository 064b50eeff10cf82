import type { BoxedElement } from '../ui/boxed-element.js';
import { english } from './strings/english/index.js';

/**
 * Every word that the elements show or say. A language is an object of this shape; a sentence with
 * numbers is a function, so that each language orders them its own way.
 */
export type Strings = typeof english;
export type Language = 'en' | 'de';

/** Read it where something is drawn, not when a module is loaded: the language may change. */
export let strings: Strings = english;
export let language: Language = 'en';

const catalogues: Readonly<Record<Language, () => Strings | Promise<Strings>>> = {
  en: () => english,
  de: async () => (await import('./strings/german/index.js')).german,
};

let wanted: Language = 'en';
let speaking: Promise<void> | undefined;
const followers = new Set<() => void>();

/**
 * Draws every element of the page anew in another language: German for 'de' and 'de-AT', English
 * for all that is not known. Before it is called, they have the language of `<html lang>`.
 * @return once it is spoken; rejected where its file cannot be loaded, and nothing changes then
 */
export function speak(tag: string): Promise<void> {
  const change = turnTo(/^de(-|$)/iu.test(tag) ? 'de' : 'en');
  speaking = change.catch(() => {});
  return change;
}

async function turnTo(next: Language) {
  wanted = next;
  const words = await catalogues[next]();
  if (wanted !== next || language === next) return; // or another was asked for meanwhile
  strings = words;
  language = next;
  for (const draw of followers) draw();
}

/** Waits for the words that were last asked for; unasked, they are in the page's language. */
export function spoken(): Promise<void> {
  if (!speaking) void speak(globalThis.document?.documentElement.lang ?? '');
  return speaking!;
}

/**
 * For an element's constructor: it is drawn again when the language changes, and says which one it
 * speaks. `forget` drops words that are of their moment, such as what a screen reader was told.
 */
export function followLanguage(host: BoxedElement, forget = () => {}) {
  const draw = () => {
    host.box.lang = language;
    forget();
    host.requestUpdate();
  };
  host.addController({
    hostConnected() {
      followers.add(draw);
      host.box.lang = language;
      host.requestUpdate();
      void spoken();
    },
    hostDisconnected: () => void followers.delete(draw),
  });
}

/** Of words that are small, or that one page alone uses: those of the language that is spoken. */
export const inLanguage = <Words>(words: Readonly<Record<Language, Words>>): Words =>
  words[language];
