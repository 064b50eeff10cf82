/** The lesson's trained weights, inlined in this module so that no other file is fetched. */
import planes from './sentences.safetensors?planes';

/** A safetensors file, for `engine.trainerFromCheckpoint`. */
export function lessonWeights(): Uint8Array {
  const bytes = atob(planes); // byte-planes.mjs has sorted them
  const count = bytes.length / 4;
  const file = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    file[i] = bytes.charCodeAt((i % 4) * count + (i >> 2));
  }
  return file;
}
