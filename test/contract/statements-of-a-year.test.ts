/** The contribution statements of a whole year: what is to do, issuing all, printing, sending and handing out. */
import { beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../support/pdf.ts';
import { addGiving, addMember, done, type Json, refusal } from './books.ts';
import { officeOfFile, person } from './office.ts';

const YEAR = 2020;
const ROUTE = `/api/contributions/${YEAR}`;

const office = officeOfFile();
let [ann, bob, head, spouse] = [0, 0, 0, 0];

const overview = () => done(office.admin.get(`${ROUTE}/overview`));
const names = async (query: string): Promise<string[]> =>
  (await done(office.admin.get(`${ROUTE}?${query}`))).items.map(({ memberName }: Json) => memberName);
const print = async (query: string) => {
  const headers = { authorization: `Bearer ${office.admin.token}` };
  const answer = await fetch(`${office.daemon.url}${ROUTE}/statements.pdf?${query}`, { headers });
  return { status: answer.status, text: textOf(Buffer.from(await answer.arrayBuffer())) };
};

beforeAll(async () => {
  ann = (await person(office, { firstName: 'Ann', lastName: 'Adams' })).id;
  bob = (await addMember(office, { firstName: 'Bob', lastName: 'Brown' })).id;
  const family = await done(office.admin.post('/api/family-units', { name: 'Chen', jointStatement: true }));
  const joint = { familyUnitId: family.id, lastName: 'Chen' };
  head = (await addMember(office, { ...joint, firstName: 'Carl', familyRole: 'Head' })).id;
  spouse = (await person(office, { ...joint, firstName: 'Cara', familyRole: 'Spouse' })).id;
  for (const memberId of [ann, bob, head, spouse])
    await addGiving(office, { memberId, date: '2020-05-03', amount: 10 });
});

describe('the statements of a year', () => {
  test('are all to be issued at first, and a couple whose spouse has an address can get theirs by e-mail', async () => {
    expect(await overview()).toEqual({
      year: YEAR,
      isOver: true,
      givers: 3,
      notIssued: 3,
      changed: 0,
      toSend: 2,
      toPrint: 1,
      total: 40,
    });
    expect(await names('hasEmail=false')).toEqual(['Bob Brown']);
    expect(await names('state=Issued')).toEqual([]);
  });

  test('are all issued by one call, and a second call issues none again', async () => {
    const issued = await done(office.admin.post(`${ROUTE}/issue`));
    expect(issued).toMatchObject({ notIssued: 0, changed: 0, toSend: 2, toPrint: 1 });
    const numbers = async () =>
      (await done(office.admin.get(ROUTE))).items.map(({ statementNumber }: Json) => statementNumber);
    expect(await numbers()).toEqual(['2020-0001', '2020-0002', '2020-0003']);
    await done(office.admin.post(`${ROUTE}/issue`));
    expect(await numbers()).toEqual(['2020-0001', '2020-0002', '2020-0003']);
  });

  test('are sent by e-mail once, and then only to givers who do not have them yet', async () => {
    const first = await done(office.admin.post(`${ROUTE}/email`, {}));
    expect(first).toMatchObject({ sent: 2, failed: 0, skipped: [{ memberId: bob, reason: 'no_address' }] });
    expect(await overview()).toMatchObject({ toSend: 0, toPrint: 1 });
    expect(await done(office.admin.post(`${ROUTE}/email`, {}))).toMatchObject({ sent: 0 });
    const again = await done(office.admin.post(`${ROUTE}/email`, { memberIds: [spouse], again: true }));
    expect(again.sent).toBe(1);
    expect(refusal(await office.admin.post(`${ROUTE}/email`, { memberIds: [999_999] }))).toBe('422 unknown_reference');
  });

  test('of givers without an address are printed into one file, which changes nothing', async () => {
    const { status, text } = await print('state=Pending&hasEmail=false');
    expect(status).toBe(200);
    expect(text).toContain('Bob Brown');
    for (const other of ['Ann Adams', 'Carl Chen', 'PREVIEW']) expect(text).not.toContain(other);
    expect(await overview()).toMatchObject({ toPrint: 1 });
    expect((await print('state=NotIssued')).status).toBe(404);
  });

  test('are printed by their delivery or by the givers on them, and an id without a statement is refused', async () => {
    const printed = async (query: string) => {
      const { text } = await print(query);
      return ['Ann Adams', 'Bob Brown', 'Carl Chen'].filter((name) => text.includes(name));
    };
    expect(await printed('delivery=Print')).toEqual(['Bob Brown']);
    expect(await printed('delivery=Email')).toEqual(['Ann Adams', 'Carl Chen']);
    expect(await printed('delivery=All')).toHaveLength(3);
    expect(await printed(`ids=${spouse},${bob}`)).toEqual(['Bob Brown', 'Carl Chen']);
    expect(await printed(`ids=${spouse},${head}&delivery=Email`)).toEqual(['Carl Chen']);
    expect((await print(`ids=${bob}&delivery=Email`)).status).toBe(404);
    expect((await print(`ids=${bob},999999`)).status).toBe(422);
    for (const query of ['ids=', 'ids=1,,2', `ids=${Array.from({ length: 501 }, () => bob).join(',')}`, 'delivery=Fax'])
      expect((await print(query)).status).toBe(400);
  });

  test('are marked as handed out with an entry in the audit log, and their next print is a copy', async () => {
    const handed = await done(office.admin.post(`${ROUTE}/hand-out`, { memberIds: [bob] }));
    expect(handed).toMatchObject({ toSend: 0, toPrint: 0 });
    const { items } = await done(office.admin.get('/api/audit-logs?action=ContributionStatementHandedOut'));
    expect(items).toMatchObject([{ entityType: 'ContributionStatement', entityId: '2020-0002' }]);
    expect((await print('hasEmail=false')).text).toMatch(/copy/i);
  });

  test('are listed as changed after a later gift, cannot be handed out then, and are issued again', async () => {
    await addGiving(office, { memberId: bob, date: '2020-06-07', amount: 5 });
    expect(await overview()).toMatchObject({ changed: 1, toPrint: 1 });
    expect(await names('state=Changed')).toEqual(['Bob Brown']);
    expect(refusal(await office.admin.post(`${ROUTE}/hand-out`, { memberIds: [bob] }))).toBe('422 unknown_reference');
    expect(await done(office.admin.post(`${ROUTE}/issue`))).toMatchObject({ changed: 0, toPrint: 1 });
  });

  test('cannot be issued before the year is over', async () => {
    await addGiving(office, { memberId: ann, date: new Date().toISOString().slice(0, 10), amount: 1 });
    const year = new Date().getUTCFullYear();
    expect(refusal(await office.admin.post(`/api/contributions/${year}/issue`))).toBe('409 period_not_over');
  });
});
