/** Rules for the files of Vestry at a place: their names, whose they are, which of them are kept, and which are fresh. */
import { expired, HOUR_MS, instantOfParts, type Kept, stampOf } from '../backups/rules.ts';
import type { Found, Holds } from './places.ts';

/** How a file is named until it was found whole. It never counts as a copy. */
export const PART = '.part';

const COPY = /^vestry-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-\d+)?-(books|all)-([0-9a-f]{16})\.tar\.gz\.age$/;
const CLAIM = /^vestry-claim-(\d{6})-([0-9a-f]{16})-([0-9a-f]{16})\.json$/;

/** A copy by its name. `at` is when it was begun, in UTC. */
export type Named = { name: string; at: Date; holds: Holds; installationKey: string };

/** Returns the name of a copy. `again` distinguishes copies of the same second. */
export function copyName(at: Date, holds: Holds, installationKey: string, again = 0): string {
  return `vestry-${stampOf(at, again)}-${holds === 'Books' ? 'books' : 'all'}-${installationKey}.tar.gz.age`;
}

/** Returns what the name of a copy says, or undefined for any other name. */
export function readCopyName(name: string): Named | undefined {
  const parts = COPY.exec(name) ?? undefined;
  const at = instantOfParts(parts?.slice(1, 7));
  const [holds, installationKey] = parts?.slice(7) ?? [];
  if (!at || installationKey === undefined) return undefined;
  return { name, at, holds: holds === 'books' ? 'Books' : 'All', installationKey };
}

/** Who writes to a place. The claim with the highest number counts; of two with the same number, the first by name. */
export type Claim = { number: number; churchKey: string; installationKey: string };

export const claimName = ({ number, churchKey, installationKey }: Claim) =>
  `vestry-claim-${String(number).padStart(6, '0')}-${churchKey}-${installationKey}.json`;

/** Returns the claim that counts at a place, or undefined if nobody writes there yet. */
export function claimOf(files: readonly Found[]): Claim | undefined {
  const [last] = files
    .flatMap(({ name }) => {
      const [, number, churchKey, installationKey] = CLAIM.exec(name) ?? [];
      return churchKey === undefined || installationKey === undefined
        ? []
        : [{ name, claim: { number: Number(number), churchKey, installationKey } }];
    })
    .toSorted((a, b) => b.claim.number - a.claim.number || (a.name < b.name ? -1 : 1));
  return last?.claim;
}

/** Returns the copies among the files at a place, the newest first. */
export function copiesAmong(files: readonly Found[]): (Named & Found)[] {
  return files
    .flatMap((file) => {
      const named = readCopyName(file.name);
      return named ? [{ ...file, ...named }] : [];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1));
}

type Sent = { name: string; holds: Holds; size: number; asOf: string; installationKey: string };

/**
 * Returns the names that may be removed: of the copies that this installation sent, and that lie there whole, those that the
 * rule does not keep. The last copy of each kind that was sent stays whatever the clock says. `sent` is in the order of
 * sending.
 */
export function removable(
  sent: readonly Sent[],
  files: readonly Found[],
  { installationKey, now, timeZone, kept }: { installationKey: string; now: Date; timeZone: string; kept: Kept },
): string[] {
  const sizes = new Map(files.map(({ name, size }) => [name, size]));
  const good = sent.filter(({ name, size }) => sizes.get(name) === size);
  return (['Books', 'All'] as const).flatMap((holds) => {
    const of = good.filter((one) => one.holds === holds);
    const last = of.at(-1);
    const dated = of.map((one) => ({ ...one, at: new Date(one.asOf) }));
    return expired(dated, now, timeZone, kept)
      .filter((one) => one.name !== last?.name && one.installationKey === installationKey)
      .map(({ name }) => name);
  });
}

/** Returns the names of what was left by sends of this installation that did not end. */
export function leftParts(files: readonly Found[], installationKey: string): string[] {
  return files
    .map(({ name }) => name)
    .filter((name) => {
      const whole = name.endsWith(PART) ? name.slice(0, -PART.length) : '';
      return (
        (readCopyName(whole)?.installationKey ?? claimOf([{ name: whole, size: 0 }])?.installationKey) ===
        installationKey
      );
    });
}

/** How old the newest copy may be: two missed nights, or a week and a day where copies only follow an offering. */
const FRESH_MS = { nightly: 48 * HOUR_MS, weekly: 8 * 24 * HOUR_MS };

/** Returns the age of the newest copy in hours, and whether it is fresh. Without a copy, the age of the target decides. */
export function ageOfCopy(
  { asOf, since, nightly }: { asOf: string | undefined; since: string; nightly: boolean },
  now: Date,
): { ageHours: number | null; ok: boolean } {
  const age = Math.max(0, now.getTime() - Date.parse(asOf ?? since));
  const ok = age <= (nightly ? FRESH_MS.nightly : FRESH_MS.weekly);
  return { ageHours: asOf === undefined ? null : Math.floor(age / HOUR_MS), ok };
}
