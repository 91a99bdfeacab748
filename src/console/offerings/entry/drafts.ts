/** What is half typed, kept on this computer half a second later. A gift keeps its key from the first letter on. */
import { openEntryStore } from './shelf.ts';
import { type Draft, isUntouched } from './row.ts';

/** The row at the end, in which a new gift is typed. */
export const NEW = 'new';

const PAUSE_MS = 300;

/** A row that was being typed. A new gift has the `entryKey` with which it will be sent. */
export type KeptDraft = {
  key: string;
  ownerId: number;
  sessionId: number;
  row: string;
  entryKey: string;
  draft: Draft;
  typed: string;
};

type Place = Pick<KeptDraft, 'ownerId' | 'sessionId'>;
type Typed = Pick<KeptDraft, 'draft' | 'typed'>;

const kept = new Map<string, KeptDraft>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Reads what was kept from before; once for the page, before anything else. */
export async function loadDrafts(): Promise<void> {
  const { allDrafts } = await openEntryStore();
  for (const draft of await allDrafts()) kept.set(draft.key, draft);
}

/**
 * What somebody had half typed in an offering, by row, and the ways to keep and drop more of it. A draft of which the gift
 * is known already was saved in the last moment of its tab, and is left out.
 */
export function keptDrafts({ ownerId, sessionId }: Place, isKnown: (entryKey: string) => boolean) {
  const own = Array.from(kept.values()).filter((one) => one.ownerId === ownerId && one.sessionId === sessionId);
  const open = own.filter(({ row, entryKey }) => row !== NEW || !isKnown(entryKey));
  const keyOf = (row: string) => `${ownerId} ${sessionId} ${row}`;
  return {
    drafts: Object.fromEntries(open.map(({ row, draft, typed }) => [row, { draft, typed }])) as Readonly<
      Record<string, Typed>
    >,
    newKey: open.find(({ row }) => row === NEW)?.entryKey ?? crypto.randomUUID(),
    keep: (row: string, typed: Typed, entryKey: string) => {
      const key = keyOf(row);
      if (row === NEW && typed.typed === '' && isUntouched(typed.draft)) forget(key);
      else later({ key, ownerId, sessionId, row, entryKey, ...typed });
    },
    /** Drops what is kept of a row; of a new gift only the one with the key, as the next may have been begun. */
    drop: (row: string, entryKey?: string) => {
      const key = keyOf(row);
      if (row === NEW && entryKey !== undefined && kept.get(key)?.entryKey !== entryKey) return;
      forget(key);
    },
  };
}

function later(draft: KeptDraft): void {
  kept.set(draft.key, draft);
  clearTimeout(timers.get(draft.key));
  timers.set(
    draft.key,
    setTimeout(() => void write((store) => store.keepDraft(draft)), PAUSE_MS),
  );
}

function forget(key: string): void {
  clearTimeout(timers.get(key));
  if (kept.delete(key)) void write((store) => store.dropDraft(key));
}

/** Half a row is worth a try and no complaint: a gift that cannot be kept says so once it is saved. */
async function write(act: (store: Awaited<ReturnType<typeof openEntryStore>>) => Promise<void>): Promise<void> {
  try {
    await act(await openEntryStore());
  } catch {
    // Nothing is kept then.
  }
}
