/** Tests the source of a gift, the kind of a gift in kind, and the disclosure that a gift with a benefit requires. */
import { describe, expect, test } from 'vitest';
import { type Json, addGiving, addMember, addSession, badPaths, booksOfFile, done, giving, refusal } from './books.ts';
import { textOf } from '../support/pdf.ts';

const books = booksOfFile();
const ROUTE = '/api/givings';
const post = (fields: Json) => books.admin.post(ROUTE, giving(books, fields));
const codes = ({ warnings = [] }: Json) => warnings.map(({ code }: Json) => code);

describe('the source of a giving', () => {
  test('is Personal by default, and a changed source is in the audit log', async () => {
    const { id, source, nonCashKind } = await addGiving(books, { date: '2021-01-03' });
    expect([source, nonCashKind]).toEqual(['Personal', null]);
    const body = giving(books, { date: '2021-01-03', source: 'DAF' });
    expect(await done(books.admin.put(`${ROUTE}/${id}`, body))).toMatchObject({ source: 'DAF' });
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${id}`));
    expect(items.map(({ changes }: Json) => changes.source)).toContainEqual(['Personal', 'DAF']);
  });

  test('can be entered with an offering session', async () => {
    const gift = giving(books, { source: 'DAF', method: 'Check' });
    const { givings } = await addSession(books, { date: '2021-01-10', givings: [gift] });
    expect(givings).toMatchObject([{ source: 'DAF' }]);
  });

  test('is kept by a reversal', async () => {
    const { id } = await addGiving(books, { date: '2021-01-17', source: 'IRA' });
    const reversal = await done(books.admin.post(`${ROUTE}/${id}/reverse`, { date: '2021-01-18', reason: 'twice' }));
    expect(reversal).toMatchObject({ source: 'IRA', reversalKind: 'Correction' });
  });

  test.each([
    ['source', { source: 'Trust' }],
    ['source', { source: null }],
    ['benefitAmount', { source: 'IRA', benefitAmount: 5 }],
    ['companyName', { source: 'Business' }],
    ['companyName', { source: 'Business', companyName: ' ' }],
    ['companyName', { source: 'DAF', companyName: 'Lin Trading LLC' }],
    ['giftDate', { giftDate: '2021-01-25' }],
    ['nonCashKind', { nonCashKind: 'Stock' }],
    ['nonCashKind', { nonCashKind: 'Boat', nonCashDescription: 'A boat' }],
  ])('is refused with a 400 that names %s: %j', async (path, fields) => {
    const answer = await post({ date: '2021-01-24', ...fields });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
    const session = await books.admin.post('/api/offering-sessions', {
      date: '2021-01-24',
      givings: [giving(books, fields)],
    });
    expect(badPaths(session)).toEqual([`givings.0.${path}`]);
  });
});

describe('the name of a company', () => {
  const named = { source: 'Business', companyName: 'Lin Trading LLC' };

  test('is stored with the gift, found by a search, and not kept for an anonymous gift', async () => {
    const { id } = await addGiving(books, { date: '2021-01-24', ...named });
    const other = await addGiving(books, { date: '2021-01-24', ...named, companyName: 'Wu Bakery' });
    const { items } = await done(books.admin.get(`${ROUTE}?search=${encodeURIComponent('lin trading')}`));
    expect(items.map((item: Json) => item.id)).toEqual([id]);
    expect(items).toMatchObject([named]);
    const hidden = giving(books, { date: '2021-01-24', ...named, isAnonymous: true });
    expect(await done(books.admin.put(`${ROUTE}/${other.id}`, hidden))).toMatchObject({
      companyName: null,
      memberName: null,
    });
    const { items: entries } = await done(books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${other.id}`));
    expect(JSON.stringify(entries)).not.toContain('Wu Bakery');
  });

  test('is required again when a change leaves it out', async () => {
    const { id } = await addGiving(books, { date: '2021-01-24', ...named });
    const answer = await books.admin.put(`${ROUTE}/${id}`, giving(books, { date: '2021-01-24', source: 'Business' }));
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['companyName']]);
    const own = giving(books, { date: '2021-01-24' });
    expect(await done(books.admin.put(`${ROUTE}/${id}`, own))).toMatchObject({ source: 'Personal', companyName: null });
  });
});

describe('a giving whose day is long before its date', () => {
  test.each([
    ['2021-03-31', []],
    ['2021-03-30', ['gift_date_far']],
  ])('on %s, when it came in on 2021-05-30, has these warnings: %j', async (giftDate, expected) => {
    const { status, body } = await post({ date: '2021-05-30', giftDate });
    expect(status).toBe(201);
    expect(codes(body)).toEqual(expected);
    expect(JSON.stringify(body.warnings ?? [])).not.toContain('duplicateOf":1');
  });

  test('has the warning in an offering session, too', async () => {
    const gifts = [giving(books, { giftDate: '2020-06-06' }), giving(books, { giftDate: '2021-05-29', amount: 6 })];
    const { givings, warnings } = await addSession(books, { date: '2021-06-06', givings: gifts });
    expect(warnings).toMatchObject([{ code: 'gift_date_far', givingId: givings[0].id }]);
  });
});

describe('the kind of a gift in kind', () => {
  test('is stored with its description', async () => {
    const fields = { date: '2021-01-31', nonCashDescription: '10 shares of ACME', nonCashKind: 'Stock' };
    const { id } = await addGiving(books, fields);
    expect(await done(books.admin.get(`${ROUTE}/${id}`))).toMatchObject(fields);
  });
});

describe('a giving for which the giver received something', () => {
  test.each([
    [75.01, 5, ['disclosure_due']],
    [75, 5, []],
    [500, null, []],
  ])('of %d with a benefit of %j has these warnings: %j', async (amount, benefitAmount, expected) => {
    const { status, body } = await post({ date: '2021-02-07', amount, benefitAmount });
    expect(status).toBe(201);
    expect(codes(body)).toEqual(expected);
  });

  test('has a warning that says how much is deductible', async () => {
    const { body } = await post({ date: '2021-02-07', amount: 75.01, benefitAmount: 5 });
    expect(body.warnings[0]).toMatchObject({ givingId: body.id, duplicateOf: null });
    expect(body.warnings[0].message).toContain('70.01 is deductible');
  });

  test('and that came from a donor-advised fund has another warning, because it is not deductible', async () => {
    const { body } = await post({ date: '2021-02-07', amount: 300, benefitAmount: 5, source: 'DAF' });
    expect(codes(body)).toEqual(['daf_benefit']);
    expect(codes((await post({ date: '2021-02-07', amount: 301, source: 'DAF' })).body)).toEqual([]);
  });

  test('also has the warning after a change, and in an offering session', async () => {
    const { id } = await addGiving(books, { date: '2021-02-14', amount: 100 });
    const body = giving(books, { date: '2021-02-14', amount: 100, benefitAmount: 120 });
    const changed = await done(books.admin.put(`${ROUTE}/${id}`, body));
    expect(codes(changed)).toEqual(['disclosure_due']);
    expect(changed.warnings[0].message).toContain('at most 0.00 is deductible');
    const gift = giving(books, { amount: 100, benefitAmount: 120 });
    expect(codes(await addSession(books, { date: '2021-02-14', givings: [gift] }))).toEqual(['disclosure_due']);
  });
});

describe('a contribution statement', () => {
  const YEAR = '/api/contributions/2021';
  const give = (memberId: number, fields: Json) => addGiving(books, { memberId, date: '2021-03-07', ...fields });
  const statementOf = async (memberId: number): Promise<Json> =>
    (await done(books.admin.get(`${YEAR}?pageSize=200`))).items.find((item: Json) => item.memberId === memberId);
  const pdfOf = async (memberId: number, locale: string): Promise<string> => {
    const url = `${books.daemon.url}${YEAR}/${memberId}.pdf?locale=${locale}`;
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${books.admin.token}` } });
    return textOf(Buffer.from(await answer.arrayBuffer())).replaceAll('\n', ' ');
  };

  test('leaves out gifts from a donor-advised fund, and a giver who has only such gifts', async () => {
    const member = await addMember(books, { lastName: 'Fund' });
    const { totalCount } = await done(books.admin.get(YEAR));
    await give(member.id, { amount: 300.33, source: 'DAF' });
    expect(await statementOf(member.id)).toBeUndefined();
    expect((await done(books.admin.get(YEAR))).totalCount).toBe(totalCount);
    expect((await books.admin.get(`${YEAR}/${member.id}.pdf`)).status).toBe(404);
    await give(member.id, { amount: 40 });
    expect(await statementOf(member.id)).toMatchObject({ count: 1, total: 40, deductible: 40, ira: 0 });
    expect(await pdfOf(member.id, 'en-US')).not.toContain('300.33');
  });

  test('lists distributions from an IRA apart from the deductible gifts, in both languages', async () => {
    const member = await addMember(books, { lastName: 'Retired' });
    await give(member.id, { amount: 500.25, source: 'IRA' });
    await give(member.id, { amount: 20 });
    await give(member.id, { amount: 7 });
    const figures = { count: 3, total: 27, ira: 500.25, benefit: 0, deductible: 27, notDeductible: 0 };
    expect(await statementOf(member.id)).toMatchObject(figures);
    const english = await pdfOf(member.id, 'en-US');
    expect(english).toContain('Qualified charitable distributions from an IRA');
    expect(english).toContain('No goods or services were provided in return for them.');
    const chinese = await pdfOf(member.id, 'zh-TW');
    expect(chinese).toContain('500.25');
    expect(chinese).not.toContain('527.25');
  });

  test('gets a new number if one of its gifts is later found to come from a donor-advised fund', async () => {
    const member = await addMember(books, { lastName: 'Late' });
    await give(member.id, { amount: 11 });
    const wrong = await give(member.id, { amount: 22 });
    const first = await done(books.admin.post(`${YEAR}/${member.id}/issue`));
    const body = giving(books, { memberId: member.id, date: '2021-03-07', amount: 22, source: 'DAF' });
    await done(books.admin.put(`${ROUTE}/${wrong.id}`, body));
    expect(await statementOf(member.id)).toMatchObject({ statementNumber: first.statementNumber, deductible: 11 });
    const second = await done(books.admin.post(`${YEAR}/${member.id}/issue`));
    expect(second.statementNumber).not.toBe(first.statementNumber);
  });
});
