/** Words for the core's names of relations; the other names are words already. */
export const relations: Readonly<Record<string, string>> = {
  'x[i-1]': 'eins zurück',
  'x[i-3]': 'drei zurück',
  'x[i-5]': 'fünf zurück',
  'x[0]': 'der erste',
  digit: 'die Ziffer',
  next: 'das nächste Token',
  'word before': 'das Wort davor',
  subject: 'das Subjekt',
  object: 'das Objekt',
  it: 'das Bezugswort von „it“',
};
export const relationName = (relation: string): string => relations[relation] ?? relation;
