import { judgeRelations, onlyAffected, judgeAll, type Outcome, type Lost } from './surgery.js';
import type { Operation } from '../../lib/training/operation.js';
import type { Question } from '../../ui/predict.js';
import type { Model } from '../../lib/training/service.js';

/** The texts of the questions and options. */
interface OperationWords {
  readonly act: string;
  readonly relation: (name: string) => string;
  readonly ask: Readonly<Record<'prune' | 'tie' | 'lost' | 'worst', string>>;
  readonly options: {
    readonly none: string;
    readonly several: string;
    readonly lost: Readonly<Record<Lost, string>>;
    readonly worst: Readonly<Record<Worst, string>>;
    readonly count: (n: number) => string;
  };
}
type Worst = 'kept' | 'weaker' | 'chance';

/** A question before an operation. The right option follows from the measured outcome. */
export interface OperationQuestion extends Question {
  /** The index of the right option for this outcome. */
  readonly answer: (outcome: Outcome) => number;
}

export function makeQuestion(
  operation: Operation,
  model: Model,
  { options, ask, act, relation }: OperationWords,
): OperationQuestion {
  const id = JSON.stringify(operation);
  const common = { id, act };
  const { relations } = model;
  switch (operation.kind) {
    case 'prune': {
      const labels = [
        ...relations.map(relation),
        options.none,
        ...(relations.length > 1 ? [options.several] : []),
      ];
      return {
        ...common,
        ...{ ask: ask.prune, options: labels.map((label) => ({ label })) },
        answer(outcome) {
          const affected = judgeRelations(outcome).filter(
            (effect) => effect === 'weaker' || effect === 'chance',
          );
          if (affected.length === 0) return relations.length;
          return onlyAffected(outcome) ?? relations.length + 1;
        },
      };
    }
    case 'tie':
      return {
        ...common,
        ask: ask.tie,
        options: Array.from({ length: relations.length + 1 }, (_, n) => ({
          label: options.count(n),
        })),
        answer: (outcome) => judgeRelations(outcome).filter((effect) => effect === 'kept').length,
      };
    case 'output':
    case 'scale': {
      const amounts = Object.keys(options.lost) as Lost[];
      return {
        ...common,
        ...{ ask: ask.lost, options: amounts.map((lost) => ({ label: options.lost[lost] })) },
        answer: (outcome) => amounts.indexOf(judgeAll(outcome)),
      };
    }
    case 'pool': {
      const effects = Object.keys(options.worst) as Worst[];
      return {
        ...common,
        ...{ ask: ask.worst, options: effects.map((effect) => ({ label: options.worst[effect] })) },
        answer: (outcome) => effects.indexOf(worstEffect(outcome)),
      };
    }
  }
}

function worstEffect(outcome: Outcome): Worst {
  const effects = judgeRelations(outcome);
  if (effects.includes('chance')) return 'chance';
  return effects.includes('weaker') ? 'weaker' : 'kept';
}

/** All operations for a model. */
export function listOperations({ layers, heads }: Model): Operation[] {
  const pooled = [heads / 2, 1].filter(
    (kvHeads, i, all) => Number.isInteger(kvHeads) && kvHeads < heads && all.indexOf(kvHeads) === i,
  );
  return [
    ...Array.from({ length: layers * heads }, (_, i) => ({
      kind: 'prune' as const,
      layer: Math.floor(i / heads),
      head: i % heads,
    })),
    ...(heads > 1 ? [{ kind: 'tie' as const }] : []),
    { kind: 'output' },
    { kind: 'scale', scale: 'none' },
    ...(heads > 1 ? [{ kind: 'scale' as const, scale: 'sqrt-d-model' as const }] : []),
    ...pooled.flatMap((kvHeads) =>
      (['mean', 'first'] as const).map((from) => ({ kind: 'pool' as const, kvHeads, from })),
    ),
  ];
}
