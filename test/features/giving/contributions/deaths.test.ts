/** To whom the statement of a giver goes who died, whose gifts it lists, and what an issued statement keeps. */
import { beforeEach, expect, test } from 'vitest';
import { issueStatementsOf, readStatementsOf } from '../../../../src/features/giving/contributions/issuing.ts';
import { mailStatements } from '../../../../src/features/giving/contributions/mailing.ts';
import { printStatements } from '../../../../src/features/giving/contributions/printing.ts';
import { ContributionQuery } from '../../../../src/features/giving/contributions/schema.ts';
import { listContributions } from '../../../../src/features/giving/contributions/service.ts';
import { overviewOf } from '../../../../src/features/giving/contributions/whole-year.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../../src/features/people/families/service.ts';
import { Member, NewMember } from '../../../../src/features/people/members/schema.ts';
import { getMember, updateMember } from '../../../../src/features/people/members/service.ts';
import { encode } from '../../../../src/lib/encode.ts';
import { decode } from '../../../../src/validate.ts';
import type { TestApp } from '../../../support/app.ts';
import { addMember, firstTo, mailingApp } from '../../../support/office.ts';
import { lettersInEmbeddedFonts, textOf } from '../../../support/pdf.ts';
import { parsed, type Smtp } from '../../../support/smtp.ts';

let app: TestApp;
let smtp: Smtp;
let categoryId: number;
beforeEach(async () => {
  ({ app, smtp } = await mailingApp());
  app.setNow('2028-01-15T18:00:00.000Z');
  categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
});

const HOME = { line1: '18 Cedar Court', city: 'Naperville', state: 'IL', postalCode: '60563' };
const ESTATE = {
  name: 'Ben A. Lin',
  careOf: 'Kay Wu',
  address: { line1: '4 Oak Street', city: 'Aurora', state: 'IL', postalCode: '60502' },
};
const give = (memberId: number, date: string, amount = 100) =>
  createGiving(app, decode(NewGiving, { categoryId, amount, date, method: 'Cash', memberId }));
const couple = async () => {
  const family = decode(NewFamilyUnit, { name: 'Lin', jointStatement: true, address: HOME });
  const { id: familyUnitId } = await createFamily(app, family);
  const ben = { firstName: 'Ben', email: 'ben@example.org' };
  const head = await addMember(app, { ...ben, familyUnitId, familyRole: 'Head' });
  const ann = { firstName: 'Ann', email: 'ann@example.org' };
  const spouse = await addMember(app, { ...ann, familyUnitId, familyRole: 'Spouse' });
  return { head, spouse };
};
/** What a request repeats of a member. It leaves out the day of death and the estate, which then stay. */
const KEPT = new Set('firstName lastName chineseName email address status familyUnitId familyRole'.split(' '));
const change = async (id: number, fields: object) => {
  const before = Object.entries(encode(Member, await getMember(app, id))).filter(([name]) => KEPT.has(name));
  return updateMember(app, id, decode(NewMember, { ...Object.fromEntries(before), ...fields }));
};
const issueStatement = async (by: TestApp, year: number, id: number) => {
  const [statement] = await issueStatementsOf(by, year, id);
  if (!statement) throw new Error(`Giver ${id} has no statement.`);
  return statement;
};
const list = async (year: number) => (await listContributions(app, year, decode(ContributionQuery, {}))).items;
const print = async (id: number, year: number) =>
  textOf(await printStatements(app, await readStatementsOf(app, year, id), 'en-US'));
const chinese = async (id: number, year: number) =>
  lettersInEmbeddedFonts(await printStatements(app, await readStatementsOf(app, year, id), 'zh-TW'));

test('in the year of a death, the statement of a couple names both and goes to the survivor', async () => {
  const { head, spouse } = await couple();
  await give(head, '2026-02-01', 100);
  await give(spouse, '2026-09-06', 40);
  await change(head, { diedOn: '2026-05-01' });
  const [one, ...others] = await list(2026);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ memberIds: [head, spouse], total: 14_000, hasEmail: true });
  const addressee = { kind: 'Survivor', names: ['Ann Lin'], careOf: null, address: null, lacks: null };
  expect(one?.addressee).toEqual(addressee);
  const text = await print(head, 2026);
  expect(text).toContain('Ann Lin\n18 Cedar Court');
  expect(text).toContain('Given by Ben Lin');
  expect(text).toContain('(died on May 1, 2026) and Ann Lin');
  expect(text).not.toContain('Estate');
  expect(await chinese(head, 2026)).toContain('逝');

  const { sent, skipped } = await mailStatements(app, 2026, { language: 'en-US' });
  expect({ sent, skipped }).toEqual({ sent: 1, skipped: [] });
  expect(smtp.to('ben@example.org')).toEqual([]);
  const letter = firstTo(smtp, 'ann@example.org');
  const said = letter && (await parsed(letter)).text;
  expect(said).toContain('Dear Ann Lin,');
  expect(said).not.toContain('Ben');
});

test('from the next year on, the survivor has a statement alone, and what came late is that of the estate', async () => {
  const { head, spouse } = await couple();
  await change(head, { diedOn: '2026-05-01', estate: ESTATE });
  await give(spouse, '2027-01-03', 40);
  expect(await list(2027)).toMatchObject([{ memberIds: [spouse], total: 4000, addressee: { kind: 'Givers' } }]);
  expect(await print(spouse, 2027)).not.toContain('Ben');

  await give(head, '2027-02-07', 500);
  const [ann, ben] = await list(2027);
  expect(ann).toMatchObject({ memberIds: [spouse], total: 4000 });
  expect(ben).toMatchObject({ memberIds: [head], total: 50_000, ofEstate: 0, hasEmail: false });
  expect(ben?.addressee).toMatchObject({ kind: 'Estate', names: ['Ben A. Lin'], careOf: 'Kay Wu', lacks: null });
  const text = await print(head, 2027);
  expect(text).toContain('Estate of Ben A. Lin\nc/o Kay Wu\n4 Oak Street');
  expect(text).not.toContain('Given by');
  expect(text).not.toContain('Cedar');
});

test('the statement of a single giver goes to the estate, on paper, and never to the earlier address', async () => {
  const id = await addMember(app, { firstName: 'Cy', email: 'cy@example.org', address: HOME });
  await give(id, '2026-02-01');
  await change(id, { diedOn: '2026-05-01' });
  expect((await list(2026))[0]).toMatchObject({
    hasEmail: false,
    addressee: {
      kind: 'Estate',
      names: ['Cy Lin'],
      careOf: null,
      address: null,
      lacks: { memberId: id, what: 'Estate' },
    },
  });
  const text = await print(id, 2026);
  expect(text).toContain('Estate of Cy Lin');
  expect(text).toContain('Given by Cy Lin (died on May 1, 2026)');
  expect(text).not.toContain('Cedar');
  expect(await overviewOf(app, 2026)).toMatchObject({ toSend: 0, toPrint: 1 });
  const { sent, skipped } = await mailStatements(app, 2026, { language: 'en-US' });
  expect({ sent, skipped }).toEqual({ sent: 0, skipped: [{ memberId: id, reason: 'deceased' }] });

  await change(id, { estate: { ...ESTATE, name: null } });
  expect((await list(2026))[0]?.addressee).toMatchObject({ names: ['Cy Lin'], careOf: 'Kay Wu', lacks: null });
  expect(await print(id, 2026)).toContain('Estate of Cy Lin\nc/o Kay Wu\n4 Oak Street');
  expect(await chinese(id, 2026)).toContain('遺');
});

test('gifts after the death are listed apart in the year of the death, and are in no other sum', async () => {
  const { head, spouse } = await couple();
  await give(head, '2026-02-01', 100);
  await give(head, '2026-05-01', 10);
  await give(head, '2026-05-02', 7);
  await change(head, { diedOn: '2026-05-01' });
  expect((await list(2026))[0]).toMatchObject({ total: 11_000, deductible: 11_000, ofEstate: 700, count: 3 });
  const text = await print(spouse, 2026);
  const [own = '', late = ''] = text.split('Given after the death');
  expect(own).toContain('$110.00');
  expect(own).not.toContain('7.00');
  expect(late).toContain('$7.00');
});

test('a member who died on an unknown day is on a joint statement only with gifts, and the list says what is missing', async () => {
  const { head, spouse } = await couple();
  await change(head, { status: 'Deceased' });
  await give(spouse, '2026-02-01');
  await give(spouse, '2027-02-01');
  await give(head, '2027-02-01');
  expect(await list(2026)).toMatchObject([{ memberIds: [spouse], addressee: { kind: 'Givers', lacks: null } }]);
  expect(await list(2027)).toMatchObject([
    {
      memberIds: [head, spouse],
      addressee: { kind: 'Survivor', names: ['Ann Lin'], lacks: { memberId: head, what: 'DayOfDeath' } },
    },
  ]);
  expect(await print(spouse, 2027)).toContain('(deceased) and Ann Lin');

  const single = await addMember(app, { firstName: 'Di', lastName: 'Wu', status: 'Deceased' });
  await give(single, '2027-03-01');
  const [, di] = await list(2027);
  expect(di?.addressee).toMatchObject({
    kind: 'Estate',
    names: ['Di Wu'],
    lacks: { memberId: single, what: 'DayOfDeath' },
  });
});

test('the statement of a couple who both died goes to the estate of who died last', async () => {
  const { head, spouse } = await couple();
  await give(head, '2026-02-01');
  await change(head, { diedOn: '2026-05-01', estate: { ...ESTATE, name: null } });
  await change(spouse, { diedOn: '2026-06-01', estate: { ...ESTATE, name: null } });
  const [one, ...others] = await list(2026);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ memberIds: [head, spouse], addressee: { kind: 'Estate', names: ['Ann Lin'] } });
});

test('a survivor who married again shares the statement of later years with the new spouse', async () => {
  const { head, spouse } = await couple();
  const { familyUnitId } = await getMember(app, spouse);
  await change(head, { diedOn: '2026-05-01' });
  await change(spouse, { familyRole: 'Head' });
  const newSpouse = await addMember(app, { firstName: 'Eli', familyUnitId, familyRole: 'Spouse' });
  await give(newSpouse, '2027-02-01');
  expect(await list(2027)).toMatchObject([{ memberIds: [spouse, newSpouse], addressee: { kind: 'Givers' } }]);
});

test('an issued statement keeps its number after a death, and is corrected only if gifts come under the estate', async () => {
  const { head, spouse } = await couple();
  await give(head, '2026-02-01');
  await give(head, '2026-11-01', 7);
  await issueStatement(app, 2026, head);
  await change(head, { diedOn: '2026-12-01' });
  const { issue, giver } = await issueStatement(app, 2026, spouse);
  expect(issue).toMatchObject({ number: '2026-0001', isCopy: true, replaces: [] });
  expect(giver.addressee).toMatchObject({ kind: 'Survivor', names: ['Ann Lin'] });
  await change(head, { diedOn: '2026-05-01' });
  expect(await list(2026)).toMatchObject([{ statementNumber: '2026-0001', hasChanged: true, ofEstate: 700 }]);
  expect((await issueStatement(app, 2026, head)).issue).toMatchObject({
    number: '2026-0002',
    replaces: [{ number: '2026-0001' }],
  });
});
