/** Data that nobody changes, as types made from a schema describe it. */
export type Content<Data> = unknown extends Data
  ? Data
  : { readonly [Key in keyof Data]: Content<Data[Key]> };
