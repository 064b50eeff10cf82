/**
 * Records what the lesson's cells print, for where they cannot be run:
 *
 *     node tests/golden/record_cells.mjs
 */
import { writeFileSync } from 'node:fs';
import { printedByLesson } from '../web/cells/python.mjs';

const file = new URL('../../web/elements/cells/programs/recorded.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await printedByLesson(), null, 2)}\n`);
