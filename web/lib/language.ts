/** The language of all elements, and the words of each room in it. */
import { languageOf, type Language } from './language-tag.js';

export type { Language };

/** Words by language. A sentence with numbers is a function, since word order differs. */
interface Catalogue<Words> {
  readonly en: Words;
  readonly de: () => Promise<Words>;
}

/** An element that is drawn again when the language changes. */
interface LanguageHost {
  readonly box: HTMLElement;
  addController(controller: { hostConnected(): void; hostDisconnected(): void }): void;
  requestUpdate(): void;
}

export let language: Language = 'en';

let requested: Language = 'en';
let loading: Promise<void> | undefined;
/** Loads the words of one room. The returned function applies them: true if they changed. */
type Prepare = (next: Language) => Promise<() => boolean>;

const rooms = new Set<Prepare>();
const redraws = new Set<() => void>();

/**
 * Registers the words of one room. `use` is called with them whenever the language changes, and
 * immediately if it is not English now.
 */
export function addWords<Words>({ en, de }: Catalogue<Words>, use: (words: Words) => void) {
  let used = en;
  const prepare: Prepare = async (next) => {
    const words = next === 'en' ? en : await de();
    return () => {
      const areOthers = words !== used;
      if (areOthers) use((used = words));
      return areOthers;
    };
  };
  rooms.add(prepare);
  if (requested === 'en') return;
  // If these words cannot be loaded, they stay English until the language changes again.
  const next = requested;
  const late = Promise.all([prepare(next), loading]).then(([apply]) => {
    if (requested === next) apply();
  });
  loading = late.then(redrawAll, () => {});
}

/**
 * Changes the language of all elements: German for 'de' or 'de-AT', English for any other tag. The
 * language at first is that of `<html lang>`.
 * @return resolves once the words are loaded; rejects if they cannot be, and then nothing changes
 */
export function speak(tag: string): Promise<void> {
  const change = switchTo(languageOf(tag));
  loading = change.catch(() => {});
  return change;
}

async function switchTo(next: Language) {
  requested = next;
  const ready = await Promise.all([...rooms].map((prepare) => prepare(next))).catch(
    (error: unknown) => {
      if (requested === next) requested = language;
      throw error;
    },
  );
  if (requested !== next) return; // a later call chose another language
  const areOthers = ready.map((apply) => apply());
  if (language === next && !areOthers.includes(true)) return;
  language = next;
  redrawAll();
}

function redrawAll() {
  for (const draw of redraws) draw();
}

/** Waits for the words of the chosen language. The first call chooses that of `<html lang>`. */
export function loadWords(): Promise<void> {
  if (!loading) void speak(globalThis.document?.documentElement.lang ?? '');
  return loading!;
}

/**
 * Call it in an element's constructor: it sets `lang` on the element's box and draws the element
 * again when the language changes. `forget` drops texts in the old language, such as announcements.
 */
export function followLanguage(host: LanguageHost, forget = () => {}) {
  const draw = () => {
    if (host.box.lang !== language) forget();
    host.box.lang = language;
    host.requestUpdate();
  };
  host.addController({
    hostConnected() {
      redraws.add(draw);
      draw(); // the language may have changed while it was not in the page
      void loadWords();
    },
    hostDisconnected: () => void redraws.delete(draw),
  });
}
