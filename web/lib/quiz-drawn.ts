import type { AttentionConfig, Engine } from '../../emscripten/package/contract.js';
import type { MultipleChoice, NumberSource, Numbers } from './quiz.js';

export type Computed = Extract<NumberSource, { run: 'attention' }>;

/** A quiz with its numbers drawn. */
export interface DrawnQuiz {
  readonly question: string;
  /** In the order of this draw. */
  readonly options: readonly DrawnOption[];
}
export interface DrawnOption {
  readonly name: string;
  readonly value: number;
  readonly feedback: string;
  readonly isRight: boolean;
}

/** The same seed draws the same numbers in the same order. Every value is the core's. */
export function drawQuiz(quiz: MultipleChoice, seed: number, engine: Engine): DrawnQuiz {
  const rows = quiz.numbers!;
  const numbers = rows[seed % rows.length]!;
  const right = computed(quiz.answer as Computed, numbers, engine);
  const options = quiz.options.map(({ value, feedback }) => {
    const name = value!;
    const computedValue = evaluate(name, numbers, engine);
    return {
      name,
      value: computedValue,
      feedback: fill(feedback, numbers, engine),
      isRight: computedValue === right,
    };
  });
  const places = engine.tensor.randomNormal([options.length], { seed }).data;
  const order = [...options.keys()].sort((a, b) => places[a]! - places[b]!);
  return {
    question: fill(quiz.question, numbers, engine),
    options: order.map((index) => options[index]!),
  };
}

/** The answer that the core finds. */
export function computed({ config, read }: Computed, numbers: Numbers, engine: Engine): number {
  const given = Object.entries(config).map(([key, text]) => [
    key,
    evaluate(String(text), numbers, engine),
  ]);
  const layer = engine.attention(Object.fromEntries(given) as AttentionConfig);
  try {
    return layer.config[read];
  } finally {
    layer.dispose();
  }
}

/** "d_model*num_heads" has the form of an axis of a shape, which the core reads. */
export function evaluate(expression: string, numbers: Numbers, engine: Engine): number {
  const values = engine.shapes.parse(expression, numbers);
  if (values.length !== 1) throw new RangeError(`'${expression}' is not one number`);
  return values[0]!;
}

/** Replaces each {expression} by its value. */
export const fill = (text: string, numbers: Numbers, engine: Engine): string =>
  text.replace(/\{([^{}]*)\}/gu, (_, inner: string) => String(evaluate(inner, numbers, engine)));
