export const cells = {
  kind: (isExercise: boolean, place: number, of: number) =>
    isExercise
      ? 'Exercise, in Python'
      : of > 1
        ? `Python cell ${place} of ${of}, which share their names`
        : 'Python cell',
  states: {
    never: 'never run',
    waiting: 'waiting for its turn',
    running: 'running',
    stopped: 'stopped',
    forgotten: 'its names are gone',
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
  reset: 'Forget all names',
  keys: 'Ctrl + Enter runs. Esc, then Tab leaves the editor.',
  keysOnMac: '⌘ + Enter runs. Esc, then Tab leaves the editor.',
  output: 'Output',
  starting: 'Loading Python.',
  cut: 'The rest of the output is left out.',
  stopped: 'Stopped. All names of these cells are gone: run the cells above again.',
  failedAt: (line: number) => `Line ${line} went wrong.`,
  failed: 'It went wrong.',
  done: 'Done.',
  above: (name: string) => `The cell above gives ${name} its value: run that first.`,
  below: (name: string) => `A cell below gives ${name} its value: run that first.`,
  passes: 'The check passes.',
  fails: 'Not yet.',
  showSolution: 'Show a solution',
  solution: 'A solution',
  recorded: 'Recorded, not run here:',
  refused: 'Python cannot run on this page.',
  refusedWhy: (why: string) =>
    `It needs WebAssembly in a worker, which this browser or this page’s policy refuses${why ? ` (${why})` : ''}.`,
  unknown: 'There is no such exercise.',
};
