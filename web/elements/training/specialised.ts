import { html, nothing, type TemplateResult } from 'lit';
import { findRun, readRun } from '../../lib/lesson/training-results.js';
import { part } from '../../lib/tensor-view.js';
import type { Race } from './charts.js';
import type { Finding } from '../../lib/training/service.js';
import { defaultRun, type TrainingState } from './state.js';
import { words } from './words/index.js';

/** A relation whose accuracy without a head is up to `lost` is lost; from `kept` on it is not. */
const [lost, kept] = [0.5, 0.95];

/** Whether removing any head loses exactly one relation, another one for each head. */
export function carriesOneEach({ ablation }: Pick<Finding, 'ablation'>): boolean {
  const [, heads, relations] = ablation.shape as readonly [number, number, number];
  const rows = Array.from({ length: heads }, (_, head) => [...part(ablation, 0, head).data]);
  const columns = Array.from({ length: relations }, (_, r) => rows.map((row) => row[r]!));
  const isOne = (left: readonly number[]) =>
    left.filter((value) => value <= lost).length === 1 &&
    left.filter((value) => value >= kept).length === left.length - 1;
  return rows.every(isOne) && columns.every(isOne);
}

/** How the heads of this seed specialised, and those of the recorded seeds with the same settings. */
export function specialisedText(
  race: Race,
  { task, seed, a }: TrainingState,
): TemplateResult | typeof nothing {
  if (task !== 'relations' || JSON.stringify(a) !== JSON.stringify(defaultRun)) return nothing;
  const run = findRun({ build: 'wasm', task, numHeads: a.heads, steps: null });
  const record = race.records.a;
  const finding = record.findingAt(race.at);
  const isSolved = record.solvedAt !== null && record.solvedAt <= race.at;
  const say = words.specialised;
  return html`<p class="legend specialised">
    ${isSolved && finding ? say.here(seed, carriesOneEach(finding)) : ''}
    ${say.elsewhere(run.seeds, readRun(run, 'oneEach', null), readRun(run, 'other', null))}
  </p>`;
}
