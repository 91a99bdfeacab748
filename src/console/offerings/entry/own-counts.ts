/** The counts that are typed on this page and not saved yet, for each offering; they go on being saved in every room. */
import { client, Refusal } from '../../session/api.ts';
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

/** The keeper of an offering's counts for whoever is signed in. */
export function countsKeeperOf(offeringId: number, owner: Owner): CountsKeeper {
  const key = `${owner.id} ${offeringId}`;
  const known = keepers.get(key);
  if (known) return known.keeper;
  const keeper = createCountsKeeper({ send: (changed) => sendCounts(offeringId, changed, owner), waitAfter });
  keepers.set(key, { ownerId: owner.id, keeper });
  return keeper;
}

/** Whether counts of whoever is signed in are typed here and not in the books. */
function isUnsaved(): boolean {
  // While the sign-in has ended, they are still those of whoever typed them.
  const all = client.user ? own() : Array.from(keepers.values());
  return all.some(({ keeper }) => Object.keys(keeper.now().typed).length > 0);
}

function own(): Kept[] {
  return Array.from(keepers.values()).filter(({ ownerId }) => ownerId === client.user?.id);
}

/** Sends the changed fields on top of what the service has now; once more when somebody else was faster. */
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
      const isStale = error instanceof Refusal && error.problem.code === 'stale_version';
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What may pass is tried again; after a 401 the next sign-in does that, and what is refused is the person's to see. */
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
  // Counts are kept in memory alone.
  if (isUnsaved()) event.preventDefault();
});
