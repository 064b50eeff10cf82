import { publishedNames } from '../../lib/published-names.js';
import type { DeskModel } from './state.js';
import { words } from './words/index.js';

export const modelName = (model: DeskModel): string =>
  model === 'own' ? words.own : publishedNames[model];
