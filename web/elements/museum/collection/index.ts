/** The programs and tests, in a module that is loaded only when needed. */
import type { MuseumContent } from '../museum.js';
import { correct, exhibits } from './exhibits.js';
import { tests } from './tests.js';

export const museum: MuseumContent = { correct, exhibits, tests };
