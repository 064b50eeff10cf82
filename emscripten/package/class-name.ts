/** 'Float32Array', 'Promise', ...: the class of an object, also from other realms. */
export function className(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
