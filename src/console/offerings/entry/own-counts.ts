/** The typed counts of each offering that are not saved yet. They are saved even if the person opens another page. */
import { client, isStale, Refusal } from '../../session/api.ts';
import { onSignedIn } from '../../session/session.ts';
import { countsUnsent } from '../../session/unsent.ts';
import { readOffering, saveCounts, showOffering } from '../queries.ts';
import { type CountTexts, mergedCounts } from './count-texts.ts';
import { keepOwnName, ownNameIn } from './counters.ts';
import { type CountsKeeper, createCountsKeeper } from './counts-keeper.ts';

type Owner = { id: number; displayName: string };
type Kept = { ownerId: number; keeper: CountsKeeper };

const keepers = new Map<string, Kept>();
const ATTEMPTS = 5;
const AGAIN_MS = 5000;

/** Returns the keeper of one person's counts for an offering. Later calls return the same keeper. */
export function countsKeeperOf(offeringId: number, owner: Owner): CountsKeeper {
  const key = `${owner.id} ${offeringId}`;
  const known = keepers.get(key);
  if (known) return known.keeper;
  const keeper = createCountsKeeper({ send: (changed) => sendCounts(offeringId, changed, owner), waitAfter });
  keepers.set(key, { ownerId: owner.id, keeper });
  return keeper;
}

/** True if the signed-in person has unsaved counts. While nobody is signed in, true if anybody has unsaved counts. */
function isUnsaved(): boolean {
  const all = client.user ? own() : Array.from(keepers.values());
  return all.some(({ keeper }) => Object.keys(keeper.now().typed).length > 0);
}

function own(): Kept[] {
  return Array.from(keepers.values()).filter(({ ownerId }) => ownerId === client.user?.id);
}

/** Merges the changed fields into the saved counts and saves them. If somebody else saved in between, tries again. */
async function sendCounts(id: number, changed: Partial<CountTexts>, owner: Owner): Promise<void> {
  const place = { ownerId: owner.id, offeringId: id };
  for (let attempt = 1; ; attempt += 1) {
    const { offering, etag } = await readOffering(id);
    try {
      const counts = mergedCounts(offering, changed, ownNameIn(place, owner.displayName));
      const { offering: saved } = await saveCounts(id, counts, etag);
      if (changed.countedBy !== undefined) keepOwnName(place, changed.countedBy.trim() || owner.displayName);
      return showOffering(saved);
    } catch (error) {
      if (!isStale(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Returns how many milliseconds to wait after a temporary error; undefined for other errors, which are shown to the
 * person. After a 401, the counts are saved at the next sign-in.
 */
function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof Refusal)) return AGAIN_MS;
  const { status } = error.problem;
  if (status !== 429 && status !== 408 && status < 500) return undefined;
  return error.retryAfter === undefined ? AGAIN_MS : error.retryAfter * 1000;
}

const flushOwn = () => own().forEach(({ keeper }) => void keeper.flush());

countsUnsent(async () => (isUnsaved() ? 1 : 0));
onSignedIn(flushOwn);
addEventListener('online', flushOwn);
addEventListener('beforeunload', (event) => {
  // Counts are kept only in memory.
  if (isUnsaved()) event.preventDefault();
});
