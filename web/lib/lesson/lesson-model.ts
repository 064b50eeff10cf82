import description from './sentences.json' with { type: 'json' };

/** Facts about the lesson's model, written by `npm run train:lesson`. */
export const lessonModel = {
  seed: description.seed,
  /** How many seeds were compared. */
  seeds: description.seeds,
  heads: description.heads,
  dModel: description.dModel,
  /** The maximum number of words. */
  tokens: description.seqLen,
} as const;
