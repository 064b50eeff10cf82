/**
 * Records what the PyTorch listings of the lesson's chapters print, by the hash of their text:
 *
 *     PYTHON=python3 node tests/golden/record_chapter_listings.mjs
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { codeBlocks } from '../web/lesson/chapter-listings.mjs';

const python = process.env.PYTHON ?? 'python3';
const recorded = codeBlocks
  .filter(({ listings }) => listings.pytorch)
  .map(({ listings: { pytorch: code } }) => [
    createHash('sha256').update(code).digest('hex'),
    execFileSync(python, ['-c', code], { encoding: 'utf8' }),
  ]);

const file = new URL('./chapter_listings.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`);
