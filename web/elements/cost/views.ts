import type { Desk } from './desk.js';
import type { Sheet, Stack } from './sheet.js';
import { cacheSheets } from './sheets/cache.js';
import { flopSheets, flopStacks } from './sheets/flops.js';
import { memorySheets, memoryStacks } from './sheets/memory.js';
import { modelSheets } from './sheets/models.js';
import { parameterSheets, parameterStacks } from './sheets/parameters.js';

/** The tables of the view, and the number that it multiplies out first. */
export function sheetsOf(desk: Desk): {
  readonly sheets: readonly Sheet[];
  readonly first: string;
} {
  switch (desk.state.view) {
    case 'cache':
      return cacheSheets(desk);
    case 'parameters':
      return parameterSheets(desk);
    case 'flops':
      return flopSheets(desk);
    case 'memory':
      return memorySheets(desk);
    case 'models':
      return modelSheets(desk);
  }
}

/** Where it all goes, a bar for each model. */
export function stacksOf(desk: Desk): readonly Stack[] {
  switch (desk.state.view) {
    case 'parameters':
      return desk.sides.map(parameterStacks);
    case 'flops':
      return desk.sides.map(flopStacks);
    case 'memory':
      return memoryStacks(desk);
    default:
      return [];
  }
}
