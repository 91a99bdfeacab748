/** With which code a command ends, for scripts. `vestry --help` lists this table, and docs/settings.md is tested against it. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  inTheWay: 5,
  /** As a shell has it for a program that Ctrl-C ended: 128 and the number of the signal. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What each code says, in as many words as the help has room for. */
export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'done',
  [EXIT.unexpected]: 'unexpected',
  [EXIT.usage]: 'usage',
  [EXIT.notFound]: 'not found',
  [EXIT.refused]: 'refused by a rule',
  [EXIT.inTheWay]: 'something is in the way',
  [EXIT.cancelled]: 'cancelled',
};
