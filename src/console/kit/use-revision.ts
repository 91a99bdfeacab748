/** What a form knows about the record that it changes: what is typed, and what others have changed meanwhile. */
import { useEffect, useState } from 'react';
import { remember, remembered } from './tab-memory.ts';

/** Keeps what is typed in this tab under a name, with the version of the record for which it was typed. */
type Keeping<Seen> = { name: string; versionOf: (seen: Seen) => string };
type Kept<Typed> = { typed: Typed; version: string | null };

/**
 * Returns the state of a form for the record `before`, or for a new record. `typed` has the values of the fields, `basis`
 * is the version that the next save replaces. After a refusal `stale_version`, `reload` makes the present version the
 * basis and keeps what is typed; `nowOf` then returns the present value of each field that differs. After a save that
 * leaves the form open, `take` makes the saved version the basis. A newer `before` becomes the basis, too, if it has the
 * same values in the fields of the form: another button of the screen may have changed the rest. With `keeping`, what is typed is still there when the form is left and opened again (`wasKept`), until `forget` is called. If the record was
 * changed meanwhile, the form then is as after `reload`.
 */
export function useRevision<Seen, Typed extends object>(
  before: Seen | undefined,
  typedOf: (seen: Seen | undefined) => Typed,
  readAgain: () => Promise<Seen>,
  keeping?: Keeping<Seen>,
) {
  const versionOf = (seen: Seen | undefined) => (seen === undefined ? null : (keeping?.versionOf(seen) ?? null));
  const [kept] = useState(() =>
    keeping ? (remembered(keeping.name, undefined) as Kept<Typed> | undefined) : undefined,
  );
  const [typed, setTyped] = useState(() => ({ ...typedOf(before), ...kept?.typed }));
  const [basis, setBasis] = useState(before);
  const [now, setNow] = useState(() => (kept && kept.version !== versionOf(before) ? typedOf(before) : undefined));
  const [latest, setLatest] = useState(before);
  if (before !== latest) {
    setLatest(before);
    if (JSON.stringify(typedOf(before)) === JSON.stringify(typedOf(basis))) setBasis(before);
  }
  const name = keeping?.name;
  const isChanged = JSON.stringify(typed) !== JSON.stringify(typedOf(basis));
  const version = versionOf(basis);
  useEffect(() => {
    if (name !== undefined) remember(name, isChanged ? { typed, version } : undefined);
  }, [name, isChanged, typed, version]);
  const differs = (name: keyof Typed) => now !== undefined && JSON.stringify(now[name]) !== JSON.stringify(typed[name]);
  return {
    typed,
    basis,
    isStale: now !== undefined,
    wasKept: kept !== undefined,
    forget: () => name !== undefined && remember(name, undefined),
    set: <Name extends keyof Typed>(name: Name, value: Typed[Name]) => setTyped((all) => ({ ...all, [name]: value })),
    nowOf: <Name extends keyof Typed>(name: Name): Typed[Name] | undefined => (differs(name) ? now?.[name] : undefined),
    take: (saved: Seen) => {
      const fresh = typedOf(saved);
      setBasis(saved);
      setNow(undefined);
      // `typed` is what was sent. A field that was edited since then keeps what is typed.
      setTyped((all) => {
        const names = Object.keys(all) as (keyof Typed)[];
        const isEdited = (one: keyof Typed) => all[one] !== typed[one];
        return { ...fresh, ...Object.fromEntries(names.filter(isEdited).map((one) => [one, all[one]])) };
      });
    },
    reload: async () => {
      const fresh = await readAgain();
      setBasis(fresh);
      setNow(typedOf(fresh));
    },
  };
}
