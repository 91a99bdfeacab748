import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstFault } from '../../kit/first-fault.ts';
import { typedCharacters } from '../../kit/typing.ts';
import { type Fault, useFaults } from '../../problems/problems.ts';
import { isRefused, Refusal } from '../../session/api.ts';
import { onLeaving } from '../../session/leaving.ts';
import { useMe } from '../../session/session.ts';
import {
  addReceipt,
  createExpense,
  readExpense,
  readReceipts,
  removeReceipt,
  saveExpense,
  submitExpense,
  type Versioned,
} from '../queries.ts';
import { openKept } from './kept.ts';
import { faultFields, type HandInFault, openDateIn } from './faults.ts';
import { type Progress, sendExpense, type Service } from './send.ts';
import { bodyOf, missingIn, type Typed, typedOf } from './typed.ts';

const SERVICE: Service = {
  create: createExpense,
  save: saveExpense,
  attach: addReceipt,
  sha256: checksumOf,
  receipts: readReceipts,
  detach: removeReceipt,
  submit: submitExpense,
  read: readExpense,
  isRefused,
};

async function checksumOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Begun = { typed: Typed; progress: Progress };

let isLeft = false;
// After signing out, nothing is stored any more.
onLeaving(() => (isLeft = true));

/**
 * The state of the form of an expense. A new expense is stored in the browser while it is typed, until the service has
 * it. `before` is the draft that is changed.
 */
export function useHandIn(
  begun: Begun,
  before: Versioned | undefined,
  onDone: (done: Versioned, isNew: boolean) => void,
) {
  const { t } = useTranslation('expenses');
  const faults = useFaults();
  const me = useMe();
  const [state, setState] = useState(begun);
  const [fault, setFault] = useState<HandInFault>();
  const [refusals, setRefusals] = useState(0);
  useFirstFault(refusals);
  // Who goes on typing while the form is being sent keeps the focus.
  const typedBefore = useRef(0);
  const [now, setNow] = useState<Typed>();
  const [busy, setBusy] = useState<'draft' | 'submit'>();
  const latest = useRef({ state, isDirty: false });
  const isNew = before === undefined;

  const write = async () => {
    if (!isNew || !latest.current.isDirty || isLeft) return;
    await (await openKept()).write({ ownerId: me.id, ...latest.current.state });
  };
  useStoring(write, state);

  const become = (next: Begun) => {
    latest.current = { state: next, isDirty: true };
    setState(next);
  };
  const change = (changes: Partial<Typed>) => {
    const { typed, progress } = latest.current.state;
    become({ typed: { ...typed, ...changes }, progress });
  };
  const setProgress = (changes: Partial<Progress>) => {
    const { state: latestState } = latest.current;
    become({ ...latestState, progress: { ...latestState.progress, ...changes } });
  };
  const forget = async () => {
    latest.current.isDirty = false;
    await (await openKept()).drop(me.id);
  };

  const refuse = (next: HandInFault) => {
    setFault(next);
    if (typedCharacters() === typedBefore.current) setRefusals((count) => count + 1);
  };

  const send = async (isSubmitted: boolean) => {
    typedBefore.current = typedCharacters();
    const { typed } = latest.current.state;
    const missing = missingIn(typed);
    if (missing.length > 0) {
      const fields = missing.map((field) => [field, t(field === 'parts' ? 'partsIncomplete' : 'required')]);
      return refuse({ sentence: t('incomplete'), fields: Object.fromEntries(fields) as Fault['fields'] });
    }
    setBusy(isSubmitted ? 'submit' : 'draft');
    setFault(undefined);
    const owner = before?.expense.submittedByName ?? me.displayName;
    try {
      const done = await sendExpense(SERVICE, {
        body: bodyOf(typed, owner, before?.expense),
        isSubmitted,
        progress: latest.current.state.progress,
        keep: async (next) => {
          become({ ...latest.current.state, progress: next });
          await write();
        },
      });
      if (isNew) await forget();
      onDone(done, isNew);
    } catch (error) {
      setBusy(undefined);
      if (await isStale(error)) return;
      const { files } = latest.current.state.progress;
      const unsent = files.find(({ sha256 }) => sha256 === undefined)?.file.name ?? '';
      refuse({
        ...faultFields(error, faults(error), t('receiptType', { name: unsent })),
        openDate: openDateIn(error),
      });
    }
  };

  /** If somebody else changed the draft, shows both versions. The next attempt replaces the other version. */
  const isStale = async (error: unknown): Promise<boolean> => {
    const { saved } = latest.current.state.progress;
    if (!(error instanceof Refusal) || error.problem.code !== 'stale_version' || !saved) return false;
    const { expense, etag } = await readExpense(saved.id);
    setProgress({ saved: { ...saved, etag } });
    const theirs = typedOf(expense);
    setNow(theirs);
    refuse({ sentence: t('stale'), fields: {} });
    return true;
  };
  return { ...state, fault, now, busy, change, setProgress, send, forget };
}

/** Stores the form shortly after each change, and at once when the page is hidden or left. */
function useStoring(write: () => Promise<void>, state: unknown): void {
  const current = useRef(write);
  current.current = write;
  useEffect(() => {
    const timer = setTimeout(() => void current.current(), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    const act = () => void current.current();
    document.addEventListener('visibilitychange', act);
    return () => {
      document.removeEventListener('visibilitychange', act);
      act();
    };
  }, []);
}

const STORE_AFTER_MS = 300;
