const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The words of checks. */
export const english = {
  kind: (name: string, tries: number) => {
    if (tries === 0) return name;
    const ordinal = ordinals[tries - 1];
    return ordinal ? `${name}, ${ordinal} try` : `${name}, ${tries} tries`;
  },
  check: 'Check',
  showAnswer: 'Show answer',
  tryAnother: 'Try another',
  goToSection: 'Go to the section',
  chooseFirst: 'Choose one first.',
  triedAlready: 'You already tried this one. Choose another.',
  yours: ', your answer',
  right: ', right',
  /** The verdict on a shape, axis by axis. */
  shape: {
    table: 'The answer, axis by axis',
    axis: 'axis',
    yours: 'your answer',
    core: 'the core’s shape',
    wrong: ' (first wrong axis)',
    right: 'Right.',
    notYet: 'Not yet: the number of axes is wrong.',
    notYetAxis: (axis: number) => `Not yet: axis ${axis} is wrong.`,
    unreadable: (column: number) => `Column ${column}:`,
  },
};
