/** 'Float32Array', 'Promise', ...: the class of a value, also from other realms. */
export function className(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
