import { type App, inSnapshot } from '../../../app.ts';
import { compareGifts, type ComparedGifts } from '../../../books/tie-out.ts';
import { addMoney, addTo, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import { TIE_OUT_CODES, type TieOut, type TieOutCode } from './tie-out-schema.ts';

/**
 * Compares the giving of a calendar year in the books with the sum of the givers' statements of the year. Names each
 * difference: the giving in the books plus all differences is the sum of the statements.
 */
export function givingTieOut(app: App, year: number): Promise<TieOut> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const range = { from: `${year}-01-01`, to: `${year}-12-31` };
    const gifts = await compareGifts(app.db, range, catalogs.begin);
    const sum = (isWanted: (one: ComparedGifts) => boolean) =>
      addMoney(...gifts.filter(isWanted).map(({ amount }) => amount));
    const found = new Map<TieOutCode, Minor>();
    for (const one of gifts) {
      const difference = differenceOf(one, catalogs);
      if (difference) addTo(found, difference.code, difference.amount);
    }
    return {
      year,
      books: sum((one) => isInBooks(one, catalogs)),
      statements: sum(isOnStatements),
      differences: TIE_OUT_CODES.flatMap((code) => {
        const amount = found.get(code) ?? ZERO;
        return amount === 0 ? [] : [{ code, amount }];
      }),
    };
  });
}

function isInBooks({ isDated, isBeforeBooks, categoryId }: ComparedGifts, catalogs: Catalogs): boolean {
  return isDated && !isBeforeBooks && !isHeld(categoryId, catalogs);
}

const isOnStatements = ({ isGiftDated, hasGiver, isAdvised }: ComparedGifts) => isGiftDated && hasGiver && !isAdvised;

const isHeld = (categoryId: number, { fundOf, heldFunds }: Catalogs) => heldFunds.has(fundOf.get(categoryId) ?? 0);

/**
 * Returns why gifts are only in the books or only on the statements, and the amount to add to the giving in the books.
 * Returns undefined if the gifts are in both or in neither.
 */
function differenceOf(one: ComparedGifts, catalogs: Catalogs): { code: TieOutCode; amount: Minor } | undefined {
  const [inBooks, onStatements] = [isInBooks(one, catalogs), isOnStatements(one)];
  if (inBooks === onStatements) return undefined;
  if (inBooks) {
    const code = !one.hasGiver ? 'no_giver' : one.isAdvised ? 'donor_advised_fund' : 'gift_date';
    return { code, amount: negateMoney(one.amount) };
  }
  const code = isHeld(one.categoryId, catalogs) ? 'held_for_others' : one.isDated ? 'before_the_books' : 'gift_date';
  return { code, amount: one.amount };
}
