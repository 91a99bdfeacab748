/** Shared state of the dialogs that act on a locked offering. */
import { useState } from 'react';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';

/**
 * Returns the state of a dialog with one form, and `run`, which submits the form by calling `act`. If `act` succeeds,
 * `run` announces `done` and closes the dialog. Otherwise, the dialog stays open with the typed values, and `problem`
 * explains the error.
 */
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
