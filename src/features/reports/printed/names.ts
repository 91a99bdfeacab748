/** Translates the names in the answers of the API into the language of a printed report. */
import type { App } from '../../../app.ts';
import { inLanguage, type Named } from '../../../lib/named.ts';
import type { Locale } from '../../../lib/wire.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listIncomeCategories } from '../../ledger/income-categories/service.ts';
import { readNames } from '../statements/names.ts';
import type { BookTexts } from './texts.ts';

/** The kinds of things that have names. */
export type Kind = 'categories' | 'funds' | 'groups' | 'subCategories' | 'accounts' | 'incomeCategories' | 'ministries';

/** Returns a name in the language of the report. `kinds` lists the kinds of things that may have this name. */
export type Translate = (name: string, ...kinds: readonly Kind[]) => string;

/**
 * The kind of the name that follows each of these words and a colon, as in `Fund: Missions`. A name that follows any
 * other word is a subcategory.
 */
const AFTER: Readonly<Record<string, Kind>> = {
  'Held for others': 'funds',
  Fund: 'funds',
  Giving: 'categories',
  'Other income': 'incomeCategories',
};

/**
 * Returns a function that translates names into a language. A name that no record has now is not translated. An example
 * is the old name of a category that was renamed after its year was closed.
 */
export async function readTranslation(app: App, locale: Locale, texts: BookTexts): Promise<Translate> {
  if (locale === 'en-US') return (name) => name;
  const lists: Record<Kind, Iterable<Named>> = {
    ...namesOnly(await readNames(app)),
    accounts: (await accountsById(app)).values(),
    incomeCategories: (await listIncomeCategories(app)).items,
    ministries: (await listMinistries(app)).items,
  };
  const known = new Map(
    Object.entries(lists).map(([kind, list]) => [
      kind,
      new Map([...list].map((one) => [one.name, inLanguage(one, locale)] as const)),
    ]),
  );
  const translate: Translate = (name, ...kinds) => {
    const found = kinds.map((kind) => known.get(kind)?.get(name)).find((one) => one !== undefined);
    const said = found ?? texts.names[name];
    if (said !== undefined) return said;
    const [, before, after] = /^(.+?): (.+)$/s.exec(name) ?? [];
    if (before === undefined || after === undefined) return name;
    return `${translate(before, 'groups')}：${translate(after, AFTER[before] ?? 'subCategories')}`;
  };
  return translate;
}

function namesOnly(names: Awaited<ReturnType<typeof readNames>>) {
  const { categories, funds, groups, subCategories } = names;
  return {
    categories: categories.values(),
    funds: funds.values(),
    groups: groups.values(),
    subCategories: subCategories.values(),
  };
}
