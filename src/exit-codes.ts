/**
 * The exit codes of commands, for scripts. `vestry --help` lists this table, and a test compares docs/settings.md with
 * it.
 */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  inTheWay: 5,
  /** The code that a shell gives a program ended by Ctrl-C: 128 plus the number of the signal. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The meaning of each code, short enough for the help. */
export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'done',
  [EXIT.unexpected]: 'unexpected',
  [EXIT.usage]: 'usage',
  [EXIT.notFound]: 'not found',
  [EXIT.refused]: 'refused by a rule',
  [EXIT.inTheWay]: 'not possible at the moment',
  [EXIT.cancelled]: 'cancelled',
};
