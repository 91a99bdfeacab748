/** Ticks documents of a draft. A tick shows at once, and is saved one after the other. */
import { useRef, useState } from 'react';
import { type Fault, useFaults } from '../../problems/problems.ts';
import { isStale } from '../../session/api.ts';
import { announceRefusal } from '../../shell/status.ts';
import { change, readReconciliation, type Versioned } from './queries.ts';
import { type Pending, rowsOf, tickedOf } from './ticks.ts';

/** How often a tick is put on the newest version, if somebody else ticks at the same time. */
const ATTEMPTS = 4;

/** Saves ticks. If somebody else changed the draft meanwhile, puts them on the newest version. */
async function saveTicks(first: Versioned, pending: Pending): Promise<Versioned> {
  let current = first;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change(current, { cleared: tickedOf(rowsOf(current.reconciliation, pending)) });
    } catch (error) {
      if (!isStale(error) || attempt === ATTEMPTS) throw error;
      current = await readReconciliation(first.reconciliation);
    }
  }
}

type Latest = {
  pending: Pending;
  versioned: Versioned;
  saving: Promise<void> | undefined;
  /** Why the last ticks were refused, until the next tick. */
  failed: unknown;
};

export function useTicks(versioned: Versioned) {
  const faults = useFaults();
  const [pending, setPending] = useState<Pending>(new Map());
  const [fault, setFault] = useState<Fault>();
  const latest = useRef<Latest>({ pending, versioned, saving: undefined, failed: undefined });
  latest.current.versioned = versioned;
  const become = (next: Pending) => {
    latest.current.pending = next;
    setPending(next);
  };
  const saveAll = async () => {
    while (latest.current.pending.size > 0) {
      const sent = latest.current.pending;
      const isNew = ([key, isTicked]: [string, boolean]) => sent.get(key) !== isTicked;
      try {
        latest.current.versioned = await saveTicks(latest.current.versioned, sent);
      } catch (error) {
        const refusal = faults(error);
        latest.current.failed = error;
        setFault(refusal);
        announceRefusal(refusal.sentence);
      }
      // Ticks that were refused are taken back. Those that were made meanwhile are sent next.
      become(new Map([...latest.current.pending].filter(isNew)));
    }
  };
  return {
    pending,
    fault,
    tick: (keys: readonly string[], isTicked: boolean) => {
      setFault(undefined);
      latest.current.failed = undefined;
      become(new Map([...latest.current.pending, ...keys.map((key) => [key, isTicked] as const)]));
      latest.current.saving ??= saveAll().finally(() => (latest.current.saving = undefined));
    },
    /** Waits until all ticks are saved, and returns the version that has them. Throws what refused a tick. */
    settled: async (): Promise<Versioned> => {
      await latest.current.saving;
      if (latest.current.failed !== undefined) throw latest.current.failed;
      return latest.current.versioned;
    },
  };
}
