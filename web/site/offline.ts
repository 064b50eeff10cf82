import './styles/update.css';
import { register } from '../lib/trusted.js';

/**
 * Keeps the site on this device, so that it works without a network, and offers new versions. Does
 * nothing where the browser has no such store, or where the reader saves data.
 */
export async function keepOffline() {
  const { serviceWorker, connection } = navigator as Navigator & {
    connection?: { saveData?: boolean };
  };
  if (!(serviceWorker as unknown) || connection?.saveData) return;
  let isUsed = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAsked) location.reload();
    else if (isUsed) offer(); // it was taken in another tab
    isUsed = true;
  });
  await register(new URL('service-worker.js', document.baseURI).href);
  const registration = await serviceWorker.ready;
  document.querySelector<HTMLElement>('#kept')!.hidden = false;
  offerOf(registration);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => {}); // there may be no network
  });
}

/** Whether the reader wants the new version, here. */
let isAsked = false;

function offerOf(registration: ServiceWorkerRegistration) {
  document.querySelector('#update [name=take]')!.addEventListener('click', () => {
    isAsked = true;
    if (registration.waiting) registration.waiting.postMessage('update');
    else location.reload();
  });
  document.querySelector('#update [name=later]')!.addEventListener('click', () => show(false));
  if (registration.waiting) offer();
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer();
    });
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

const offer = () => show(true);

function show(isShown: boolean) {
  document.querySelector<HTMLElement>('#update')!.hidden = !isShown;
}
