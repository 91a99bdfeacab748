/** What forms and dialogs share while they send something to the service. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Fault, useFaults } from '../problems/problems.ts';
import { isStale } from '../session/api.ts';
import { announce } from '../shell/status.ts';
import { useFirstFault } from './first-fault.ts';
import { typedCharacters } from './typing.ts';

/**
 * Returns the state of a form, and `save`, which runs `act`. If `act` succeeds, `save` announces `done`, if it is
 * given, and calls `onDone` with the result. Otherwise the form keeps what was typed, and `fault` has the sentence for
 * the form and the sentences for its fields. The first of these fields gets the focus, unless the person has gone on
 * typing. If somebody else changed the record, `save` calls `onStale` instead, when there is one. `edited` takes the
 * fault off a field that the person edits.
 */
export function useSaving<Result>(onDone: (result: Result) => void, onStale?: () => Promise<void>) {
  const faults = useFaults();
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useFirstFault(refusals);
  const save = async (act: () => Promise<Result>, done?: string | ((result: Result) => string)) => {
    setBusy(true);
    setFault(undefined);
    const typedBefore = typedCharacters();
    try {
      const result = await act();
      if (done !== undefined) announce(typeof done === 'string' ? done : done(result));
      // Rendered at once, so that the focus has its new place before the next key.
      flushSync(() => {
        setBusy(false);
        onDone(result);
      });
    } catch (error) {
      const reason = isStale(error) && onStale ? await failureOf(onStale) : error;
      flushSync(() => {
        setBusy(false);
        if (reason === undefined) return;
        setFault(faults(reason));
        if (typedCharacters() === typedBefore) setRefusals((count) => count + 1);
      });
    }
  };
  const edited = (path: string) =>
    setFault((known) => {
      if (known?.fields[path] === undefined) return known;
      const { [path]: _gone, ...fields } = known.fields;
      return { ...known, fields };
    });
  return { fault, isBusy, save, edited };
}

async function failureOf(act: () => Promise<void>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error;
  }
}
