/** Checks the lines of a request whose lines are in the field `lines`. */
import type * as z from 'zod';

type Fault = { path: (string | number)[]; code: string; message: string };

/** Returns the check of a schema. `faultsOf` returns the faults with paths that begin with the index of the line. */
export function checkLines(faultsOf: (lines: readonly unknown[]) => readonly Fault[]) {
  return ({ lines }: { lines: readonly unknown[] }, context: z.core.$RefinementCtx): void => {
    for (const { path, code, message } of faultsOf(lines))
      context.addIssue({ code: 'custom', path: ['lines', ...path], message, params: { code } });
  };
}

/** The lines are checked even if other fields are wrong. */
export const WITH_LINES = {
  when: ({ value }: { value: unknown }) => Array.isArray((value as { lines?: unknown } | null)?.lines),
};
