import type { TemplateResult } from 'lit';
import { share } from '../../lib/numbers.js';
import { judgeRelation } from './surgery.js';
import { at, largest, part } from '../../lib/tensor-view.js';
import type { Race } from './charts.js';
import { runNames, type RunName } from './state.js';
import { words } from './words/index.js';

/** Which run solved the task. */
type Winner = 'a' | 'b' | 'both' | 'neither';
export const winners: readonly Winner[] = ['a', 'b', 'both', 'neither'];

export function findWinner({ records }: Race, by: number): Winner {
  const solved = (run: RunName) => (records[run].solvedAt ?? Infinity) <= by;
  if (solved('a')) return solved('b') ? 'both' : 'a';
  return solved('b') ? 'b' : 'neither';
}

/** One sentence per run: what it has done up to a step. */
export function describeCourse({ records }: Race, by: number): string {
  const { course, milestones } = words;
  return runNames
    .map((run) => {
      const { model, solvedAt, divergedAt, steps } = records[run];
      if (divergedAt !== null && divergedAt - 1 <= by) return milestones.diverged(run, divergedAt);
      const solved = solvedAt !== null && solvedAt <= by ? solvedAt : null;
      const averages = model.relations.map((_, r) => records[run].averageAt(r, by) ?? 0);
      return course(run, model, solved, Math.min(by, steps), averages);
    })
    .join(' ');
}

/** The caption: which relation run A loses most of without one head, if any. */
export function describeFinding(race: Race): string | TemplateResult {
  const say = words.finding;
  const { model } = race.records.a;
  const finding = race.records.a.findingAt(race.at);
  if (race.at === 0 || !finding) return say.idle(model.relations, model.chance.loss);
  if (race.records.a.divergedAt !== null) return describeCourse(race, race.at);
  const count = model.relations.length;
  const lost = Float32Array.from(finding.ablation.data, (left, i) => {
    return finding.accuracy[i % count]! - left;
  });
  const worst = largest(lost);
  const r = worst % count;
  const head = Math.floor(worst / count) % model.heads;
  const layer = Math.floor(worst / count / model.heads);
  const [before, after] = [finding.accuracy[r]!, finding.ablation.data[worst]!];
  const chance = model.chance.accuracy[r]!;
  if (lost[worst]! < 0.1) return say.none('a', finding.loss, finding.step);
  const others = Array.from(part(finding.ablation, layer, head).data).filter((_, i) => i !== r);
  const isChance = judgeRelation(before, after, chance) === 'chance';
  const tail = (isChance ? say.chance : '') + say.others(Math.min(...others), others.length);
  const layerOrNull = model.layers > 1 ? layer : null;
  return say.ablated(head, layerOrNull, 'a', model.relations[r]!, before, after, tail);
}

/** The progress of a run in words. */
export function describeProgress({ records, at }: Race, run: RunName): string {
  const say = words.run;
  const { solvedAt, divergedAt, model, steps } = records[run];
  const relations = model.relations.length;
  if (divergedAt !== null && at >= divergedAt - 1) return say.diverged(divergedAt);
  if (solvedAt !== null && at >= solvedAt) return say.solved(solvedAt, relations);
  return say.unsolved(Math.min(at, steps), records[run].learnedAt(at), relations);
}

/** A description of the figure for screen readers. */
export function describeRace(race: Race): string {
  const { describe, player, run: say } = words;
  const runs = runNames.map((run) => {
    const { model } = race.records[run];
    const { heads, dHead, layers, parameters, relations } = model;
    const shape = say.shape(heads, dHead, layers);
    const loss = race.records[run].lossAt(race.at);
    const averages = relations.map((relation, r) => {
      const value = race.records[run].averageAt(r, race.at);
      return value === null ? '' : `${words.relation(relation)} ${share(value)}`;
    });
    return [
      describe.run(run, [shape, say.parameters(parameters), say.loss(loss)]),
      ...(loss === null ? [] : [describe.accuracy(describeProgress(race, run), averages)]),
    ].join('; ');
  });
  return [
    player.at(race.at, race.limit),
    ...runs,
    ...runNames.flatMap((run) => headsInSentences(race, run)),
  ].join('. ');
}

function headsInSentences(race: Race, run: RunName): string[] {
  const { model } = race.records[run];
  const finding = race.records[run].findingAt(race.at);
  if (!finding) return [];
  const { describe, matrix } = words;
  return Array.from({ length: model.layers * model.heads }, (_, i) => {
    const [layer, head] = [Math.floor(i / model.heads), i % model.heads];
    const left = model.relations.map(
      (relation, r) => `${words.relation(relation)} ${share(at(finding.ablation, layer, head, r))}`,
    );
    return describe.without(run, matrix.head(head, layer, model.layers), left);
  });
}
