/** Carries out what somebody decides about lines, one after the other, and can undo it. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstFault } from '../../kit/first-fault.ts';
import { type Fault, useFaults } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import { announce, announceRefusal } from '../../shell/status.ts';
import { readAgain } from '../queries.ts';
import { type Settled, showSettled } from './queries.ts';

export type Work = {
  /** Why the last decision was refused. The first field that was refused has the focus. */
  fault: Fault | undefined;
  forgetFault: () => void;
  isBusy: boolean;
  /**
   * Carries out a decision, announces it, and calls `onDone`. A refusal is read out and stays as `fault`. While another
   * decision is being carried out, does nothing.
   */
  run: (act: () => Promise<Settled>, said: string, onDone: (settled: Settled) => void) => Promise<void>;
  /**
   * Carries out several decisions, one after the other, until one is refused. Each is undone by itself. `onDone` gets what
   * was carried out.
   */
  runEach: (
    acts: readonly (() => Promise<Settled>)[],
    said: (count: number) => string,
    onDone: (settled: Settled) => void,
  ) => Promise<void>;
  /** Undoes the last decision. `reopened` then has the line that is open again. */
  undo: () => Promise<void>;
  reopened: { lineId: number | undefined } | undefined;
  forgetReopened: () => void;
};

export function useWork(accountId: number): Work {
  const { t } = useTranslation('bank');
  const faults = useFaults();
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useFirstFault(refusals);
  const busy = useRef(false);
  const done = useRef<Settled[]>([]);

  const guarded = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setBusy(true);
    setFault(undefined);
    try {
      return await act();
    } catch (error) {
      const refusal = faults(error);
      setFault(refusal);
      setRefusals((count) => count + 1);
      announceRefusal([refusal.sentence, ...Object.values(refusal.fields)].join(' '));
      // Somebody else may have settled the line, so the lists are read again.
      readAgain();
      return undefined;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const [reopened, setReopened] = useState<Work['reopened']>();
  const undo = async (): Promise<void> => {
    const last = done.current.at(-1);
    if (!last) {
      announce(t('nothingToUndo'));
      return;
    }
    const forget = () => (done.current = done.current.filter((one) => one !== last));
    const lines = await guarded(async () => {
      try {
        await last.undo();
      } catch (error) {
        // What somebody else has changed meanwhile cannot be undone. What was done before it still can.
        if (error instanceof Refusal) forget();
        throw error;
      }
      forget();
      return last.lines;
    });
    if (!lines) return;
    announce(t('undone', { count: lines.length }));
    setReopened({ lineId: lines[0] });
    readAgain();
  };
  return {
    fault,
    forgetFault: () => setFault(undefined),
    isBusy,
    undo,
    reopened,
    forgetReopened: () => setReopened(undefined),
    run: async (act, said, onDone) => {
      const settled = await guarded(act);
      if (!settled) return;
      done.current.push(settled);
      announce(said, () => void undo());
      onDone(settled);
      showSettled(accountId, settled);
    },
    runEach: async (acts, said, onDone) => {
      const settled: Settled[] = [];
      await guarded(async () => {
        for (const act of acts) {
          const one = await act();
          settled.push(one);
          done.current.push(one);
        }
      });
      // A refusal was read out. It is not covered by the sentence about what was done before it.
      if (settled.length === acts.length) announce(said(settled.length), () => void undo());
      const together = {
        lines: settled.flatMap(({ lines }) => lines),
        documents: settled.flatMap(({ documents }) => documents),
        undo,
      };
      onDone(together);
      showSettled(accountId, together);
    },
  };
}
