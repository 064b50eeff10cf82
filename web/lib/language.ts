/** The language that the elements use, and the words of each part in it. */

export type Language = 'en' | 'de';

/** A part's words by language. A sentence with numbers is a function: each language orders them. */
export interface Catalogue<Words> {
  readonly en: Words;
  readonly de: () => Promise<Words>;
}

/** What draws words: it is drawn again when the language changes. */
export interface Speaker {
  readonly box: HTMLElement;
  addController(controller: { hostConnected(): void; hostDisconnected(): void }): void;
  requestUpdate(): void;
}

export let language: Language = 'en';

let wanted: Language = 'en';
let speaking: Promise<void> | undefined;
/** Each loads a part's words in a language. @return puts them to use */
const parts = new Set<(next: Language) => Promise<() => void>>();
const followers = new Set<() => void>();

/**
 * For the words of a part: `use` gets them whenever the language changes, and once at first where
 * it is not English by then.
 */
export function addWords<Words>({ en, de }: Catalogue<Words>, use: (words: Words) => void) {
  const prepare = async (next: Language) => {
    const words = next === 'en' ? en : await de();
    return () => use(words);
  };
  parts.add(prepare);
  if (wanted === 'en') return;
  // What this part cannot load stays English; another change of the language tries again.
  const next = wanted;
  const late = Promise.all([prepare(next), speaking]).then(([apply]) => {
    if (wanted === next) apply();
  });
  speaking = late.then(drawAll, () => {});
}

/**
 * Draws every element of the page anew in another language: German for 'de' and 'de-AT', English
 * for all that is not known. Before it is called, they have the language of `<html lang>`.
 * @return once the words are there; rejected where they cannot be loaded, and nothing changes then
 */
export function speak(tag: string): Promise<void> {
  const change = turnTo(/^de(-|$)/iu.test(tag) ? 'de' : 'en');
  speaking = change.catch(() => {});
  return change;
}

async function turnTo(next: Language) {
  wanted = next;
  const ready = await Promise.all([...parts].map((prepare) => prepare(next)));
  if (wanted !== next || language === next) return; // or another was asked for meanwhile
  for (const apply of ready) apply();
  language = next;
  drawAll();
}

function drawAll() {
  for (const draw of followers) draw();
}

/** Waits for the words that were last asked for; unasked, they are in the page's language. */
export function spoken(): Promise<void> {
  if (!speaking) void speak(globalThis.document?.documentElement.lang ?? '');
  return speaking!;
}

/**
 * For an element's constructor: it is drawn again when the language changes, and its box says
 * which one it has. `forget` drops words of the moment, such as an announcement.
 */
export function followLanguage(host: Speaker, forget = () => {}) {
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
