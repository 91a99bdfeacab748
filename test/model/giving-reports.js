/** Compares the reports of giving: summaries, the contributions of givers, and the tie-out of the two. */
import { compareBoth, nonZero } from './income.js';
import { compare } from './compare.js';
import { groupBy } from './figures.js';
import { amountOf, cents, monthOf, sum } from './money-and-days.js';

const add = (postings) => sum(postings.map(({ amount }) => amount));
const PAGE = 200;

/** Returns all items of a paged list. */
export async function readAll(run, path) {
  const items = [];
  for (let page = 1; ; page += 1) {
    const answer = await run.read(`${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=${PAGE}`);
    items.push(...answer.items);
    if (page >= answer.totalPages) return items;
  }
}

/** Returns the parts of all givings, except money held for others. Each has its giving and its amount in cents. */
function linesOf(books) {
  return books
    .live('givings')
    .flatMap((giving) =>
      giving.parts
        .filter(({ fundId }) => !books.isCustodial(fundId))
        .map(({ categoryId, amount }) => ({ giving, categoryId, amount: giving.isInKind ? 0 : amount })),
    );
}

/** Compares a summary of giving. Givings dated before the books begin are included. */
export async function checkSummary({ run, random }, { from, to }) {
  const by = random.pick(['month', 'category', 'method']);
  const path = `/api/giving/summary?from=${from}&to=${to}&groupBy=${by}`;
  const { items, totals } = await run.read(path);
  const keyOf = {
    month: ({ giving }) => monthOf(giving.date),
    category: ({ categoryId }) => String(categoryId),
    method: ({ giving }) => giving.method,
  };
  const lines = linesOf(run.books).filter(({ giving }) => giving.date >= from && giving.date <= to);
  const count = (own) => new Set(own.map(({ giving }) => giving.id)).size;
  const groups = [...groupBy(lines, keyOf[by])];
  const expected = {
    amounts: nonZero(groups.map(([key, own]) => [key, amountOf(add(own))])),
    counts: Object.fromEntries(groups.map(([key, own]) => [key, count(own)])),
    totals: { amount: amountOf(add(lines)), count: count(lines) },
  };
  const found = {
    amounts: nonZero(items.map(({ key, amount }) => [key, amount])),
    counts: Object.fromEntries(items.filter((one) => one.count > 0).map((one) => [one.key, one.count])),
    totals: { amount: totals.amount, count: totals.count },
  };
  compareBoth(run, path, { expected, found });
}

/**
 * Compares the total of each giver, and of each company whose checks a giver brought, in a calendar year. Gifts through
 * a donor-advised fund are on no statement. Returns the sum of all statements.
 */
export async function checkContributions({ run }, year) {
  const { books } = run;
  const own = books
    .live('givings')
    .filter(
      ({ body: { memberId, source, giftDate } }) => memberId !== null && source !== 'DAF' && giftDate.startsWith(year),
    );
  const path = `/api/contributions/${year}`;
  const items = await readAll(run, path);
  const money = own.filter(({ isInKind }) => !isInKind);
  const of = ({ body }) => body.memberId;
  const sums = (gifts, key = of) => nonZero(Array.from(groupBy(gifts, key), ([id, some]) => [id, amountOf(add(some))]));
  const isOwn = ({ body }) => body.companyName == null;
  const companyOf = (memberId, name) => `${memberId} ${name.toLowerCase().replaceAll(' ', '')}`;
  const expected = {
    totals: sums(money.filter((one) => one.body.source !== 'IRA' && isOwn(one))),
    companies: sums(
      money.filter((one) => !isOwn(one)),
      ({ body }) => companyOf(body.memberId, body.companyName),
    ),
    ira: sums(money.filter(({ body }) => body.source === 'IRA')),
    counts: Object.fromEntries(Array.from(groupBy(own, of), ([id, some]) => [id, some.filter(isOwn).length])),
  };
  const found = {
    totals: nonZero(items.map((one) => [one.memberId, one.total])),
    companies: nonZero(
      items.flatMap((one) => one.companies.map((two) => [companyOf(one.memberId, two.companyName), two.total])),
    ),
    ira: nonZero(items.map((one) => [one.memberId, one.ira])),
    counts: Object.fromEntries(items.map((one) => [one.memberId, one.count])),
  };
  compareBoth(run, path, { expected, found });
  const papers = items.flatMap((one) => [
    one,
    ...one.companies.map((two) => ({ ...two, memberName: two.companyName })),
  ]);
  for (const { memberName, total, benefit, deductible, notDeductible } of papers)
    if (cents(deductible) + cents(notDeductible) + cents(benefit) !== cents(total))
      run.fault(
        `${path}: ${memberName} gave ${total}, which differs from ${deductible}, ${notDeductible} and ${benefit}`,
      );
  return sum(papers.map(({ total, ira = 0 }) => cents(total) + cents(ira)));
}

/** Compares the tie-out of a year, and checks that the differences in the report add up to the whole difference. */
export async function checkTieOut(draw, ledger, year) {
  const { run } = draw;
  const found = await run.read(`/api/reports/giving-tie-out?year=${year}`);
  const giving = ledger.funds.filter(
    (one) => one.type === 'giving' && one.date.startsWith(year) && !run.books.isCustodial(one.fund),
  );
  const statements = await checkContributions(draw, year);
  const expected = { books: amountOf(add(giving)), statements: amountOf(statements) };
  compare(run, `the giving tie-out of ${year}`, { expected, found });
  const named = sum(found.differences.map(({ amount }) => cents(amount)));
  if (cents(found.books) + named !== cents(found.statements))
    run.fault(`the giving tie-out of ${year} does not add up: ${JSON.stringify(found)}`);
}
