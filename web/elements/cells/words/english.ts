export const english = {
  kind: (isExercise: boolean, place: number, of: number) =>
    isExercise
      ? 'Exercise, in Python'
      : of > 1
        ? `Python cell ${place} of ${of} with shared variables`
        : 'Python cell',
  states: {
    never: 'never run',
    waiting: 'waiting for its turn',
    running: 'running',
    stopped: 'stopped',
    forgotten: 'its variables are gone',
  },
  ran: (run: number) => `run ${run}`,
  edited: 'edited since it ran',
  question: 'Python cell',
  editor: (question: string) => `Python code: ${question}`,
  run: 'Run',
  runAndCheck: 'Run and check',
  stop: 'Stop',
  restore: 'Restore',
  runAll: 'Run all',
  reset: 'Clear all variables',
  keys: 'Press Ctrl + Enter to run; Esc, then Tab to leave the editor.',
  keysOnMac: 'Press ⌘ + Enter to run; Esc, then Tab to leave the editor.',
  output: 'Output',
  starting: 'Loading Python.',
  cut: 'The rest of the output is not shown.',
  stopped: 'Stopped. All variables of these cells are gone: run the cells above again.',
  failedAt: (line: number) => `There is an error in line ${line}.`,
  failed: 'There was an error.',
  done: 'Done.',
  above: (name: string) => `The cell above defines ${name}: run it first.`,
  below: (name: string) => `A cell below defines ${name}: run it first.`,
  passes: 'The check passes.',
  fails: 'Not yet.',
  showSolution: 'Show a solution',
  solution: 'A solution',
  recorded: 'Recorded output, not run here:',
  refused: 'Python cannot run on this page.',
  refusedWhy: (why: string) =>
    `It needs WebAssembly in a worker, which this browser or this page’s policy refuses${why ? ` (${why})` : ''}.`,
  missing: 'A file that Python needs is missing.',
  broken: (why: string) => `Python stopped: ${why}`,
  fromLink: 'This code came with the link.',
  fromLinkAsks: 'This code came with the link. Do you want to run it?',
  fromLinkWhy:
    'Read it first. It runs separately from this page. It cannot use the network or read anything that is stored here.',
  fromLinkRun: 'Run this code',
  unknown: 'There is no such exercise.',
};
