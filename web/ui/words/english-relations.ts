/** Words for the core's names of relations; the other names are words already. */
export const relations: Readonly<Record<string, string>> = {
  'x[i-1]': 'one back',
  'x[i-3]': 'three back',
  'x[i-5]': 'five back',
  'x[0]': 'the first',
  digit: 'the digit',
  next: 'the next token',
  'word before': 'the word before',
  subject: 'the subject',
  object: 'the object',
  it: 'what “it” refers to',
};
export const relationName = (relation: string): string => relations[relation] ?? relation;
