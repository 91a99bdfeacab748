/** If somebody else deletes a gift whose row is open or half corrected here, the row stays visible, with a message. */
import { NEW } from './drafts.ts';
import type { HalfTyped } from './half-typed.ts';
import { bodyOf, type GiftBody, missingField } from './row.ts';
import type { Entry } from './entry.ts';
import type { Row } from './rows.ts';

type Open = {
  /** The key of the open row. */
  activeKey: string;
  drafts: Readonly<Record<string, HalfTyped>>;
  /** The open and half-corrected rows as `withGone` last found them in `rows`, by key. */
  seen: Map<string, Row>;
};

/** Returns the rows, followed by the open or half-corrected rows whose gifts no longer exist. */
export function withGone(rows: readonly Row[], { activeKey, drafts, seen }: Open): readonly Row[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const gone: Row[] = [];
  for (const key of new Set([activeKey, ...Object.keys(drafts)])) {
    const row = byKey.get(key);
    if (row) seen.set(key, row);
    else if (key !== NEW) gone.push(...goneRow(key, seen.get(key), drafts[key]));
  }
  if (gone.length === 0) return rows;
  return [...rows, ...gone].map((row, at) => ({ ...row, number: at + 1 }));
}

function goneRow(key: string, before: Row | undefined, kept: HalfTyped | undefined): Row[] {
  const body = before?.body ?? completeBody(kept);
  if (!body) return [];
  const refusal = GONE;
  const entry: Entry = {
    key,
    tab: '',
    sessionId: 0,
    date: '',
    owner: { id: 0, name: '' },
    order: 0,
    deeds: [{ kind: 'change', body }],
    givingId: before?.gift?.id ?? 0,
    seen: body,
    wasSent: true,
    refusal,
  };
  const { memberName = null, enteredByName = '', isMine = true } = before ?? {};
  return [
    { key, number: 0, isMine, body, memberName, enteredByName, gift: undefined, entry, status: 'refused', refusal },
  ];
}

/** The refusal that the service would return for changing a deleted gift. */
const GONE: NonNullable<Entry['refusal']> = {
  type: 'about:blank',
  title: '',
  status: 404,
  code: 'not_found',
  detail: '',
  requestId: '',
};

function completeBody(kept: HalfTyped | undefined): GiftBody | undefined {
  return kept && missingField(kept.draft) === undefined ? bodyOf(kept.draft) : undefined;
}
