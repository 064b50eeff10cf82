import { startListings } from './code-listings.js';
import { startFirstFigure } from './first-figure.js';
import { startMenus } from './menus.js';
import { followReady } from './near-elements.js';
import { currentLanguage, startWords } from './page-words.js';
import { onEachPage, startPlaces } from './places.js';
import { startPrint } from './print.js';
import { startReading } from './reading.js';
import { startRouter } from './router.js';
import { startSettings } from './settings.js';

followReady();
/** This script is async: the first figure does not wait until the long page has been parsed. */
const firstFigure = startFirstFigure();

async function start() {
  startPlaces();
  startWords();
  startSettings();
  startMenus();
  await firstFigure;
  startRouter();
  startReading();
  startListings();
  startPrint();
  onEachPage((page) => {
    if (page.querySelector('iframe')) void followFrames();
  });
  if (import.meta.env.MODE === 'site') startKeeping();
}

const followFrames = async () => (await import('./frames.js')).followHeights();

/** In ms after all is loaded: what the reader sees and does first comes first. */
const quiet = 5000;

function startKeeping() {
  const keep = () =>
    setTimeout(() => {
      const started = import('./offline.js').then(({ keepOffline }) =>
        keepOffline(currentLanguage),
      );
      started.catch(() => {}); // the site works as before, with a network
    }, quiet);
  if (document.readyState === 'complete') keep();
  else addEventListener('load', keep, { once: true });
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void start());
else void start();
