/** Computes Part IX of Form 990 from the postings of a fiscal year. */
import { CLASSES, groupBy } from './figures.js';
import { enteredPostings } from './income.js';
import { amountOf, sum } from './money-and-days.js';

/** The codes of the lines in the catalog. `ONLY` names the only column of each line that has a single column. */
const CODES = '1 2 3 4 5 6 7 8 9 10 11a 11b 11c 11d 11e 11f 11g 12 13 14 15 16 17 18 19 20 21 22 23 24'.split(' ');
const ONLY = {
  1: 'ProgramServices',
  2: 'ProgramServices',
  3: 'ProgramServices',
  4: 'ProgramServices',
  '11e': 'Fundraising',
};
const ITEMIZED = ['24a', '24b', '24c', '24d'];
const FIELDS = {
  ProgramServices: 'programServices',
  ManagementAndGeneral: 'managementAndGeneral',
  Fundraising: 'fundraising',
};

const add = (postings) => 0 - sum(postings.map(({ amount }) => amount));

/** Returns the effective functional class of a posting to an expense subcategory. */
function classOf(books, { functionalClass, ministryId }) {
  return functionalClass ?? books.ministries.get(ministryId)?.class ?? 'ManagementAndGeneral';
}

/** Returns the expected report for a range of days, without descriptions. */
export function form990(books, ledger, { from, to }) {
  const { opening } = books;
  const isFirstYear = opening && from < opening.date && opening.date <= to;
  // The amounts that were entered for the first year replace the documents from before the books.
  const entered = isFirstYear ? enteredPostings(books) : [];
  const history = entered.length > 0 ? [] : ledger.history.funds;
  const postings = [...entered, ...ledger.funds, ...history].filter(
    (one) => one.type === 'expense' && one.date >= from && one.date <= to && !books.isCustodial(one.fund),
  );
  const byLine = groupBy(postings, ({ subCategoryId }) => books.subs.get(subCategoryId).line);
  const lines = CODES.flatMap((code) => {
    const own = byLine.get(code) ?? [];
    return code === '24' ? itemized(books, own) : [line(books, code, own)];
  });
  const totals = line(books, '25', []);
  for (const field of ['total', ...Object.values(FIELDS)])
    totals[field] = amountOf(sum(lines.map((one) => Math.round(one[field] * 100))));
  const { total, programServices, managementAndGeneral, fundraising } = totals;
  const all = [...lines, totals];
  return {
    from,
    to,
    lines: all,
    totals: { total, programServices, managementAndGeneral, fundraising },
    warnings: warnings(books, byLine, all),
  };
}

function line(books, code, postings, only = ONLY[code]) {
  const byClass = groupBy(postings, (one) => only ?? classOf(books, one));
  const columns = CLASSES.map((name) => [FIELDS[name], amountOf(add(byClass.get(name) ?? []))]);
  const bySub = groupBy(postings, ({ subCategoryId }) => subCategoryId);
  const subCategories = Array.from(bySub, ([id, own]) => ({
    id,
    name: books.subs.get(id).name,
    total: amountOf(add(own)),
  }));
  return { code, total: amountOf(add(postings)), ...Object.fromEntries(columns), subCategories };
}

/** The four largest subcategories of line 24 become 24a to 24d. The rest is 24e. */
function itemized(books, postings) {
  const bySub = [...groupBy(postings, ({ subCategoryId }) => subCategoryId)];
  const name = ([id]) => books.subs.get(id).name;
  const sorted = bySub
    .filter(([, own]) => add(own) !== 0)
    .toSorted((a, b) => add(b[1]) - add(a[1]) || (name(a) < name(b) ? -1 : 1));
  const top = sorted.slice(0, ITEMIZED.length);
  const rest = bySub.filter((one) => !top.includes(one)).flatMap(([, own]) => own);
  return [...ITEMIZED.map((code, index) => line(books, code, top[index]?.[1] ?? [])), line(books, '24e', rest)];
}

function warnings(books, byLine, lines) {
  const found = [];
  for (const [code, only] of Object.entries(ONLY))
    for (const [functionalClass, own] of groupBy(byLine.get(code) ?? [], (one) => classOf(books, one)))
      if (functionalClass !== only)
        found.push({
          code: 'column_not_allowed',
          line: code,
          functionalClass,
          amount: amountOf(add(own)),
          count: own.filter(({ of }) => of.kind !== 'opening').length,
        });
  const whole = Math.round(lines.at(-1).total * 100);
  for (const code of ['24e', '11g']) {
    const { total } = lines.find((one) => one.code === code);
    if (total > 0 && Math.round(total * 100) * 10 > whole)
      found.push({ code: `line_${code}_over_10_percent`, line: code, amount: total });
  }
  return found;
}
