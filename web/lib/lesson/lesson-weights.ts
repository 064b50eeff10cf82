/** The lesson's trained weights, inlined in this module so that no other file is fetched. */
import planes from './sentences.safetensors?planes';

/** A safetensors file, for `engine.trainerFromCheckpoint`. */
export function lessonWeights(): Uint8Array {
  const bytes = atob(planes); // byte-planes.mjs has sorted them
  const count = bytes.length / 4;
  return Uint8Array.from({ length: bytes.length }, (_, i) =>
    bytes.charCodeAt((i % 4) * count + (i >> 2)),
  );
}
