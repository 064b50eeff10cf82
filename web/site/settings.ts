/** How the reader wants the pages: kept on this device, where the browser lets us. */
interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly numbers: boolean;
  readonly still: boolean;
}

const place = 'manyheads:settings';
const themes = ['system', 'light', 'dark'] as const;

export function startSettings() {
  const form = document.querySelector<HTMLFormElement>('#settings')!;
  const settings = stored();
  for (const input of form.querySelectorAll('input')) {
    input.checked =
      input.name === 'theme' ? input.value === settings.theme : settings[flag(input.name)];
  }
  apply(settings);
  form.addEventListener('change', () => {
    const data = new FormData(form);
    const wanted = parse({
      theme: data.get('theme'),
      numbers: data.has('numbers'),
      still: data.has('still'),
    });
    apply(wanted);
    try {
      localStorage.setItem(place, JSON.stringify(wanted));
    } catch {
      // A page from a file, or a private window, may have no storage: the setting lasts as long as it.
    }
  });
}

const flag = (name: string) => (name === 'numbers' ? 'numbers' : 'still');

function stored(): Settings {
  try {
    return parse(JSON.parse(localStorage.getItem(place) ?? '{}'));
  } catch {
    return parse({});
  }
}

function parse(given: unknown): Settings {
  const source = (typeof given === 'object' && given !== null ? given : {}) as Record<
    string,
    unknown
  >;
  return {
    theme: themes.find((theme) => theme === source['theme']) ?? 'system',
    numbers: source['numbers'] === true,
    still: source['still'] === true,
  };
}

function apply({ theme, numbers, still }: Settings) {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.style.setProperty('--mh-quiet', numbers ? 'visible' : '');
  root.style.setProperty('--mh-motion', still ? '0' : '');
  for (const element of document.querySelectorAll('mh-sandbox, mh-training')) {
    element.setAttribute('theme', theme);
  }
}
