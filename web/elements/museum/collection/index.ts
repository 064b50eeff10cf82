/** The bug museum's programs and tests: a module of its own, which only its element loads. */
import type { MuseumContent } from '../museum.js';
import { correct, exhibits } from './exhibits.js';
import { tests } from './tests.js';

export const museum: MuseumContent = { correct, exhibits, tests };
