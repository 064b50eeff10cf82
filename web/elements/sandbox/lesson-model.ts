import told from './sentences.json' with { type: 'json' };

/** What `npm run train:lesson` told of the model that it chose. */
export const lessonModel = {
  seed: told.seed,
  /** Among so many it was chosen. */
  seeds: told.seeds,
  heads: told.heads,
  dModel: told.dModel,
  /** The most words that it reads. */
  tokens: told.seqLen,
} as const;
