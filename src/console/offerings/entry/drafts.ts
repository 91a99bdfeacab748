/**
 * The half-typed rows. Each row is stored on this computer shortly after a key press. The draft of a new gift is stored
 * with its `entryKey`. Each tab has its own drafts, so two tabs never use the same `entryKey`. A typed name that was
 * not chosen from the list is stored only in the session storage of the tab.
 */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { openEntryStore } from './shelf.ts';
import { type Draft, isUntouched } from './row.ts';
import { ifClosed, ownTab } from './tabs.ts';

/** The key of the row at the end, in which a new gift is typed. */
export const NEW = 'new';

const PAUSE_MS = 300;
const TYPED = 'vestry-typed';

/** A half-typed row as it is stored. `entryKey` is the key with which a new gift will be sent. */
export type KeptDraft = {
  key: string;
  tab: string;
  ownerId: number;
  sessionId: number;
  row: string;
  entryKey: string;
  draft: Draft;
};

type Place = Pick<KeptDraft, 'ownerId' | 'sessionId'>;
type Typed = { draft: Draft; typed: string };

const kept = new Map<string, KeptDraft & Typed>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let tab = '';

/** Reads the drafts that this tab stored before it was reloaded, and takes over the drafts of closed tabs. */
export async function loadDrafts(): Promise<void> {
  tab = await ownTab();
  const { allDrafts } = await openEntryStore();
  const all = await allDrafts();
  const typed = typedHere();
  for (const one of all) if (one.tab === tab) kept.set(one.key, { ...one, typed: typed[one.key] ?? '' });
  const others = new Set(all.map((one) => one.tab).filter((name) => name !== tab));
  for (const other of others) await ifClosed(other, () => takeOver(other));
}

/** Takes over the drafts of a closed tab, unless this tab has its own draft in the same row. */
async function takeOver(other: string): Promise<void> {
  const { allDrafts, keepDraft, dropDraft } = await openEntryStore();
  for (const left of (await allDrafts()).filter((one) => one.tab === other)) {
    const own = { ...left, tab, key: keyOf(left, left.row) };
    if (kept.has(own.key)) continue;
    if (left.row !== NEW || !isUntouched(left.draft)) {
      kept.set(own.key, { ...own, typed: '' });
      await keepDraft(own);
    }
    await dropDraft(left.key);
  }
}

/**
 * Returns a person's half-typed rows of an offering, by row, and functions that store and delete rows. A new gift is
 * left out if `isKnown` returns true for its `entryKey`. In that case the gift was saved, but the tab was closed before
 * the draft was deleted.
 */
export function keptDrafts(place: Place, isKnown: (entryKey: string) => boolean = () => false) {
  const { ownerId, sessionId } = place;
  const own = Array.from(kept.values()).filter((one) => one.ownerId === ownerId && one.sessionId === sessionId);
  const open = own.filter(({ row, entryKey }) => row !== NEW || !isKnown(entryKey));
  return {
    drafts: Object.fromEntries(open.map(({ row, draft, typed }) => [row, { draft, typed }])) as Readonly<
      Record<string, Typed>
    >,
    newKey: open.find(({ row }) => row === NEW)?.entryKey ?? crypto.randomUUID(),
    keep: (row: string, typed: Typed, entryKey: string) => {
      const key = keyOf(place, row);
      if (row === NEW && typed.typed === '' && isUntouched(typed.draft)) forget(key);
      else later({ key, tab, ownerId, sessionId, row, entryKey, ...typed });
    },
    /**
     * Deletes the stored draft of a row. If an `entryKey` is given, deletes the draft of the new gift only if it has
     * this key, because the draft of the next new gift may already have replaced it.
     */
    drop: (row: string, entryKey?: string) => {
      const key = keyOf(place, row);
      if (row === NEW && entryKey !== undefined && kept.get(key)?.entryKey !== entryKey) return;
      forget(key);
    },
  };
}

/** Returns the number of half-typed rows in all tabs of this browser. */
export async function countDrafts(): Promise<number> {
  const { allDrafts } = await openEntryStore();
  const elsewhere = (await allDrafts()).filter((one) => one.tab !== tab);
  return kept.size + elsewhere.filter(({ row, draft }) => row !== NEW || !isUntouched(draft)).length;
}

/** Stops storing drafts. Called when signing out deletes everything that this browser has stored. */
export function stopDrafts(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  kept.clear();
}

function keyOf({ ownerId, sessionId }: Place, row: string): string {
  return `${ownerId} ${sessionId} ${tab} ${row}`;
}

function later(typed: KeptDraft & Typed): void {
  kept.set(typed.key, typed);
  clearTimeout(timers.get(typed.key));
  timers.set(
    typed.key,
    setTimeout(() => {
      const { typed: _name, ...draft } = typed;
      keepTyped();
      void write((store) => store.keepDraft(draft));
    }, PAUSE_MS),
  );
}

function forget(key: string): void {
  clearTimeout(timers.get(key));
  if (!kept.delete(key)) return;
  keepTyped();
  void write((store) => store.dropDraft(key));
}

/** Stores typed names that were not chosen from the list. They are stored only in the session storage of the tab. */
function keepTyped(): void {
  const names = Array.from(kept.values()).filter(({ typed }) => typed !== '');
  const typed = Object.fromEntries(names.map(({ key, typed }) => [key, typed]));
  remember(TYPED, names.length === 0 ? undefined : typed);
}

function typedHere(): Record<string, string> {
  return remembered(TYPED, {}) as Record<string, string>;
}

/** Changes the store and ignores failures. The person sees a warning only if the finished gift cannot be stored. */
async function write(act: (store: Awaited<ReturnType<typeof openEntryStore>>) => Promise<void>): Promise<void> {
  try {
    await act(await openEntryStore());
  } catch {
    // The draft is not stored, but the person can continue typing.
  }
}
