/** The lesson's trained weights, inlined in this module so that no other file is fetched. */
import dataUrl from './sentences.safetensors?url&inline';

/** A safetensors file, for `engine.trainerFromCheckpoint`. */
export function lessonWeights(): Uint8Array {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
