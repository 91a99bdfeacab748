/**
 * Splits the gifts of a giver into statements. The gifts of a company are not the giver's, so they are on a statement of
 * their own, in the name on the check. It goes to the giver, who brought the check: a company whose checks two givers
 * bring gets one statement from each. Names that differ only in case, accents or spaces mean the same company.
 */
import { fold } from '../../../lib/fold.ts';
import type { Gift, Giver } from './queries.ts';
import type { Year } from './rules.ts';

/** One statement of a giver, and its gifts of a year. */
export type Paper = {
  giver: Giver;
  /** The company to which the statement is addressed; null on the giver's own statement. */
  companyName: string | null;
  /** The place among the statements of the giver. The giver's own has the place 0. */
  place: number;
  figures: Year;
};

/** Returns a text that is the same for all spellings of a company's name. */
export const companyKey = (name: string | null): string | null => name && fold(name).replaceAll(' ', '');

/** Returns a text that is the same for all statements of one giver and company. */
export const paperKey = (giverId: number, companyName: string | null): string =>
  JSON.stringify([giverId, companyKey(companyName)]);

/**
 * Returns the gifts of a giver by company, ordered by name. The giver's own gifts come first, even if there are none. Of
 * several spellings of a name, the latest is used.
 */
export function byCompany(gifts: readonly Gift[]): { companyName: string | null; gifts: Gift[] }[] {
  const own: Gift[] = [];
  const companies = new Map<string, { companyName: string; gifts: Gift[] }>();
  for (const gift of gifts) {
    const { companyName } = gift;
    if (companyName === null) {
      own.push(gift);
      continue;
    }
    const key = companyKey(companyName) ?? '';
    const known = companies.get(key)?.gifts ?? [];
    known.push(gift);
    companies.set(key, { companyName, gifts: known });
  }
  const sorted = [...companies].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, company]) => company);
  return [{ companyName: null, gifts: own }, ...sorted];
}

/** Returns all that is on a statement: money, distributions from an IRA, gifts in kind, and reversals. */
export function givenIn({ ofEstate, ...own }: Year): Gift[] {
  return [own, ...(ofEstate ? [ofEstate] : [])].flatMap(({ gifts, fromIra, inKind }) => [
    ...gifts,
    ...fromIra,
    ...inKind,
  ]);
}

/** True if a statement has any gift. */
export const hasGifts = ({ figures }: Paper): boolean => givenIn(figures).length > 0;
