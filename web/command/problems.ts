/** What is wrong with the author's files: a line for each problem. */
export class ProblemsError extends Error {
  override name = 'ProblemsError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}
