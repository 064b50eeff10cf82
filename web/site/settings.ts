import { descriptions } from '../elements/described.js';
import { speak, type Language } from '../lib/language.js';
import { oneOf, readObject } from '../lib/state-fields.js';
import { Stored } from '../lib/stored.js';
import { setPageLanguage } from './page-words.js';
import { onEachPage } from './places.js';

/** The reader's settings, stored on this device if possible. */
interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  /** The language of figures and controls. The prose is English. */
  readonly language: Language;
  readonly numbers: boolean;
  readonly still: boolean;
}

/** Selects all elements. */
const tags = [...descriptions.keys()].join();
const themes = ['system', 'light', 'dark'] as const;
const languages = ['en', 'de'] as const;
const storedSettings = new Stored('manyheads:settings', parse);

/** What this tab shows. Another tab may have stored other settings since. */
let shown = storedSettings.read();

export function startSettings() {
  const form = document.querySelector<HTMLFormElement>('#settings')!;
  for (const input of form.querySelectorAll('input')) {
    const setting = shown[input.name as keyof Settings];
    input.checked = typeof setting === 'string' ? input.value === setting : setting;
  }
  apply(shown);
  onEachPage((page) => {
    if (shown.theme !== 'system') setTheme(page, shown.theme);
  });
  form.addEventListener('change', () => {
    const data = new FormData(form);
    const chosen = parse({
      theme: data.get('theme'),
      language: data.get('language'),
      numbers: data.has('numbers'),
      still: data.has('still'),
    });
    const { theme } = shown;
    storedSettings.write(chosen);
    apply(chosen);
    if (chosen.theme !== theme) setTheme(document, chosen.theme); // it loads frames again
  });
}

function setTheme(root: ParentNode, theme: Settings['theme']) {
  for (const element of root.querySelectorAll(tags)) element.setAttribute('theme', theme);
  for (const frame of root.querySelectorAll<HTMLIFrameElement>('iframe[src]')) {
    // A frame whose `src` is changed adds to the history, and a lazy one may still load the old one.
    const themed = frame.cloneNode() as HTMLIFrameElement;
    const address = new URL(frame.src);
    address.searchParams.set('theme', theme);
    themed.src = address.href;
    frame.replaceWith(themed);
  }
}

function parse(input: unknown): Settings {
  const { theme, language, numbers, still } = readObject(input);
  return {
    theme: oneOf(...themes)(theme) ?? 'system',
    language: oneOf(...languages)(language) ?? 'en',
    numbers: numbers === true,
    still: still === true,
  };
}

function apply(settings: Settings) {
  shown = settings;
  const { theme, language, numbers, still } = settings;
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.style.setProperty('--mh-quiet', numbers ? 'visible' : '');
  root.style.setProperty('--mh-motion', still ? '0' : '');
  setPageLanguage(language);
  if (hasFigures) speakInFigures();
}

let hasFigures = false;

/** If German cannot be loaded, figures stay English. */
export function speakInFigures() {
  hasFigures = true;
  speak(shown.language).catch(() => {});
}
