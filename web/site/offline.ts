import './styles/update.css';
import type { Language } from '../lib/language.js';
import { register } from '../lib/trusted.js';

const words = {
  en: {
    kept: 'This lesson and its docs are kept on your device. All of it works without a network.',
    new: 'There is a new version of this lesson.',
    take: 'Use it now',
    later: 'Later',
  },
  de: {
    kept: 'Diese Lektion und ihre Dokumentation sind auf deinem Gerät gespeichert. Alles geht ohne Netz.',
    new: 'Es gibt eine neue Version dieser Lektion.',
    take: 'Jetzt verwenden',
    later: 'Später',
  },
};

/** The reader has chosen it here, not in another tab. */
let wantsNewVersion = false;

/**
 * Keeps the site on this device, so that it works without a network, and offers new versions. Does
 * nothing where the browser has no such store, or where the reader saves data.
 */
export async function keepOffline(currentLanguage: () => Language) {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  if (!(serviceWorker as unknown) || connection?.saveData) return;
  let isUsed = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (wantsNewVersion) location.reload();
    else if (isUsed) offer(); // it was taken in another tab
    isUsed = true;
  });
  await register(new URL('service-worker.js', document.baseURI).href);
  const registration = await serviceWorker.ready;
  addNotices(registration, currentLanguage);
  registration.active?.postMessage('keep');
  if (registration.waiting) offer();
  offerOnceHere(registration.installing);
  registration.addEventListener('updatefound', () => offerOnceHere(registration.installing));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {}); // there may be no network
  });
}

function offerOnceHere(worker: ServiceWorker | null) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') offer();
  });
}

const update = document.createElement('p');
update.hidden = true;
const offer = () => (update.hidden = false);

/**
 * In the settings, once it is so, that the lesson is kept; below the page, hidden, that there is a new
 * version.
 */
function addNotices(registration: ServiceWorkerRegistration, currentLanguage: () => Language) {
  const kept = document.createElement('p');
  kept.className = kept.id = 'kept';
  update.className = update.id = 'update';
  update.role = 'status';
  const [text, take, later] = (['span', 'button', 'button'] as const).map((tag) =>
    document.createElement(tag),
  ) as [HTMLSpanElement, HTMLButtonElement, HTMLButtonElement];
  take.name = 'take';
  take.addEventListener('click', () => {
    wantsNewVersion = true;
    if (registration.waiting) registration.waiting.postMessage('update');
    else location.reload();
  });
  later.addEventListener('click', () => (update.hidden = true));
  const say = () => {
    const language = currentLanguage();
    kept.lang = update.lang = language;
    kept.textContent = words[language].kept;
    text.textContent = words[language].new;
    take.textContent = words[language].take;
    later.textContent = words[language].later;
  };
  say();
  const settings = document.querySelector<HTMLFormElement>('#settings')!;
  settings.addEventListener('change', say);
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'kept') settings.append(kept);
  });
  update.append(text, take, later);
  document.body.append(update);
}
