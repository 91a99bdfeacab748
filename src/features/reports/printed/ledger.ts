/** Reads the whole general ledger of an account, a fund or a category, and describes it for people. */
import { type App, inSnapshot } from '../../../app.ts';
import { LARGEST_PAGE_SIZE } from '../../../lib/page.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readCatalogs } from '../books/catalogs.ts';
import { generalLedger } from '../books/general-ledger.ts';
import type { GeneralLedgerQuery, LedgerItem } from '../books/ledger-schema.ts';
import type { Report } from '../formats/report.ts';
import { describeGeneralLedger } from './lists.ts';
import type { Translate } from './names.ts';
import { completed } from './setting.ts';

type LedgerFilters = Omit<GeneralLedgerQuery, 'page' | 'pageSize' | 'sort'>;

/** Returns the description of a general ledger with the entries of all pages. */
export function describeLedger(app: App, query: LedgerFilters, locale: Locale | undefined): Promise<Report> {
  return inSnapshot(app, async (app) => {
    const items = await allItems(app, query);
    return completed(app, locale, async (setting) => {
      const { from, to } = query;
      return describeGeneralLedger({ subject: await subjectOf(app, query, setting.say), from, to, items }, setting);
    });
  });
}

async function allItems(app: App, query: LedgerFilters): Promise<LedgerItem[]> {
  const items: LedgerItem[] = [];
  const sort = { field: 'date', descending: false } as const;
  for (let page = 1; ; page += 1) {
    const found = await generalLedger(app, { ...query, sort, page, pageSize: LARGEST_PAGE_SIZE });
    items.push(...found.items);
    if (page >= found.totalPages) return items;
  }
}

/** Returns the name of the account, the fund or the category. */
async function subjectOf(app: App, query: LedgerFilters, say: Translate): Promise<string> {
  const { accounts, funds, categories, incomeCategories, subCategories } = await readCatalogs(app);
  const named = (list: readonly { id: number; name: string }[], id: number | undefined) =>
    list.find((one) => one.id === id)?.name;
  const { accountId, fundId, categoryId, incomeCategoryId, subCategoryId } = query;
  const [account, fund] = [named(accounts, accountId), named(funds, fundId)];
  if (account !== undefined) return say(account, 'accounts');
  if (fund !== undefined) return say(fund, 'funds');
  const category = named(categories, categoryId);
  if (category !== undefined) return say(category, 'categories');
  const income = named(incomeCategories, incomeCategoryId);
  return income === undefined
    ? say(named(subCategories, subCategoryId) ?? '', 'subCategories')
    : say(income, 'incomeCategories');
}
