/** What the dialogs of a locked offering have in common. */
import { useState } from 'react';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';

/** A dialog with one form; what is refused is said over its fields, which keep what was typed. */
export function useMove(onClose: () => void) {
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await act();
      announce(done);
      onClose();
    } catch (error) {
      setProblem(faults(error).sentence);
      setBusy(false);
    }
  };
  return { problem, busy, run };
}
