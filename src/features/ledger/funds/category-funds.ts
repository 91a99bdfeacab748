import type { App } from '../../../app.ts';
import type { FundOf } from '../../../books/balances.ts';
import type { Point } from '../../../room-declarations.ts';

/**
 * Returns the fund of each giving category. The room of giving declares this function, because the balances of funds
 * include giving.
 */
export const CATEGORY_FUNDS: Point<(app: App) => Promise<FundOf>> = { name: 'the funds of giving categories' };

/** Returns the fund of each giving category, by id. */
export async function fundsOfCategories(app: App): Promise<FundOf> {
  const maps = await Promise.all((await app.declared(CATEGORY_FUNDS)).map((read) => read(app)));
  return new Map(maps.flatMap((map) => [...map]));
}
