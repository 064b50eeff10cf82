import type { TemplateResult } from 'lit';
import { share } from '../lib/numbers.js';
import { fateOf } from '../lib/surgery.js';
import { at, largest, part } from '../lib/tensor-view.js';
import type { Race } from '../lib/training-charts.js';
import { runNames } from '../lib/training-race.js';
import type { RunName } from '../lib/training-state.js';
import { fate } from './training-stage.js';
import { relationName, runName, trainingWords as say } from './training-words.js';

/** Who solved the task by a step. */
export type Winner = 'a' | 'b' | 'both' | 'neither';
export const winners: readonly Winner[] = ['a', 'b', 'both', 'neither'];

export function winnerOf({ records }: Race, by: number): Winner {
  const solved = (run: RunName) => (records[run].solvedAt ?? Infinity) <= by;
  if (solved('a')) return solved('b') ? 'both' : 'a';
  return solved('b') ? 'b' : 'neither';
}

/** What each run has done by a step, a sentence a run. */
export function courseOf({ records }: Race, by: number): string {
  return runNames
    .map((run) => {
      const { model, solvedAt, divergedAt, steps } = records[run];
      if (divergedAt !== null) return say.milestones.diverged(run, divergedAt);
      const solved = solvedAt !== null && solvedAt <= by ? solvedAt : null;
      const averages = model.relations.map((_, r) => records[run].averageAt(r, by) ?? 0);
      return say.course(run, model, solved, Math.min(by, steps), averages);
    })
    .join(' ');
}

/** The caption: what a head of run A takes with it, if one does. */
export function findingOf(race: Race): string | TemplateResult {
  const { model } = race.records.a;
  const finding = race.records.a.findingAt(race.at);
  if (race.at === 0 || !finding) return say.finding.idle(model.relations, model.chance.loss);
  if (race.records.a.divergedAt !== null) return courseOf(race, race.at);
  const count = model.relations.length;
  const lost = Float32Array.from(finding.ablation.data, (left, i) => {
    return finding.accuracy[i % count]! - left;
  });
  const most = largest(lost);
  const r = most % count;
  const head = Math.floor(most / count) % model.heads;
  const layer = Math.floor(most / count / model.heads);
  const [before, after] = [finding.accuracy[r]!, finding.ablation.data[most]!];
  const chance = model.chance.accuracy[r]!;
  if (lost[most]! < 0.1) return say.finding.none('a', finding.loss, finding.step);
  const others = Array.from(part(finding.ablation, layer, head).data).filter((_, i) => i !== r);
  const isChance = fateOf(before, after, chance) === 'chance';
  const tail =
    (isChance ? say.finding.chance : '') + say.finding.others(Math.min(...others), others.length);
  return say.finding.ablated(head, 'a', model.relations[r]!, before, after, tail);
}

/** The bench's picture as sentences, from its data: what a screen reader gets. */
export function describeRace(race: Race): string {
  const runs = runNames.map((run) => {
    const { model } = race.records[run];
    const { heads, dHead, layers, parameters, relations } = model;
    const shape = say.run.shape(heads, dHead, layers);
    const loss = race.records[run].lossAt(race.at);
    const averages = relations.map((relation, r) => {
      const value = race.records[run].averageAt(r, race.at);
      return value === null ? '' : `${relationName(relation)} ${share(value)}`;
    });
    return [
      `Run ${runName(run)}: ${shape}, ${say.run.parameters(parameters)}, ${say.run.loss(loss)}`,
      ...(loss === null ? [] : [`${fate(race, run)}. Accuracy: ${averages.join(', ')}`]),
    ].join('; ');
  });
  return [
    say.player.at(race.at, race.limit),
    ...runs,
    ...runNames.flatMap((run) => headsInSentences(race, run)),
  ].join('. ');
}

function headsInSentences(race: Race, run: RunName): string[] {
  const { model } = race.records[run];
  const finding = race.records[run].findingAt(race.at);
  if (!finding) return [];
  return Array.from({ length: model.layers * model.heads }, (_, i) => {
    const [layer, head] = [Math.floor(i / model.heads), i % model.heads];
    const left = model.relations.map(
      (relation, r) => `${relationName(relation)} ${share(at(finding.ablation, layer, head, r))}`,
    );
    return `Run ${runName(run)} without ${say.matrix.head(head, layer, model.layers)}: ${left.join(', ')}`;
  });
}
