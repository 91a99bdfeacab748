/** Keeps the file that is being imported in this tab, so that leaving the page loses no correction. */
import { remember, remembered } from '../../kit/tab-memory.ts';
import type { Draft } from './draft.ts';

const NAME = 'people import';

/** A draft as JSON can hold it. */
type Stored = Omit<Draft, 'leftOut' | 'asked' | 'decisions'> & {
  leftOut: number[];
  asked: (readonly [number, Draft['asked'] extends ReadonlyMap<number, infer Asked> ? Asked : never])[];
  decisions: (readonly [number, Draft['decisions'] extends ReadonlyMap<number, infer Decided> ? Decided : never])[];
};

/** Keeps a draft, or forgets the kept one. A draft that is too large for the tab is not kept. */
export function keepDraft(draft: Draft | undefined): void {
  if (draft === undefined) return remember(NAME, undefined);
  const { leftOut, asked, decisions } = draft;
  const stored: Stored = { ...draft, leftOut: [...leftOut], asked: [...asked], decisions: [...decisions] };
  try {
    remember(NAME, stored);
  } catch {
    remember(NAME, undefined);
  }
}

/** Returns the kept draft, if there is one. */
export function keptDraft(): Draft | undefined {
  const stored = remembered(NAME, undefined) as Stored | undefined;
  if (stored === undefined) return undefined;
  const { leftOut, asked, decisions } = stored;
  return { ...stored, leftOut: new Set(leftOut), asked: new Map(asked), decisions: new Map(decisions) };
}
