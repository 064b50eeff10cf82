import told from './sentences.json' with { type: 'json' };

/** Facts about the lesson's model, written by `npm run train:lesson`. */
export const lessonModel = {
  seed: told.seed,
  /** How many seeds were compared. */
  seeds: told.seeds,
  heads: told.heads,
  dModel: told.dModel,
  /** The maximum number of words. */
  tokens: told.seqLen,
} as const;
