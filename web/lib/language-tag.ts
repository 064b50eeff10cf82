/** The languages that elements speak. */
export type Language = 'en' | 'de';

/** German for 'de' or 'de-AT', English for any other tag. */
export const languageOf = (tag: string): Language => (/^de(-|$)/iu.test(tag) ? 'de' : 'en');
