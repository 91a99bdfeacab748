import { beforeEach, expect, test } from 'vitest';
import { mailStatements } from '../../../../src/features/giving/contributions/mailing.ts';
import { listContributions } from '../../../../src/features/giving/contributions/service.ts';
import { ContributionQuery } from '../../../../src/features/giving/contributions/schema.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../../src/features/people/families/service.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { deleteMember } from '../../../../src/features/people/members/service.ts';
import { resumeBatch } from '../../../../src/features/messages/batches.ts';
import { mailStatement } from '../../../../src/features/reports/statements/mailing.ts';
import { decode } from '../../../../src/validate.ts';
import type { TestApp } from '../../../support/app.ts';
import { addMember, cutOff, firstTo, mailingApp } from '../../../support/office.ts';
import { textOf } from '../../../support/pdf.ts';
import { type Mail, parsed, type Smtp } from '../../../support/smtp.ts';

let app: TestApp;
let smtp: Smtp;
let categoryId: number;
beforeEach(async () => {
  ({ app, smtp } = await mailingApp());
  app.setNow('2026-01-15T18:00:00.000Z');
  categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
});

const give = (memberId: number, amount = 100, fields: object = {}) =>
  createGiving(app, decode(NewGiving, { categoryId, amount, date: '2025-03-02', method: 'Cash', memberId, ...fields }));
const send = (year = 2025) => mailStatements(app, year, { language: undefined });
const attachmentOf = async (mail: Mail | undefined) => {
  if (!mail) throw new Error('No message arrived.');
  const { attachments } = await parsed(mail);
  expect(attachments).toHaveLength(1);
  return { ...attachments[0], pdf: Buffer.from(attachments[0]?.content as ArrayBuffer) };
};
const attachment = async (address: string) => attachmentOf(firstTo(smtp, address));
const textIn = async (mail: Mail | undefined) => textOf((await attachmentOf(mail)).pdf);

test('each giver with an e-mail address gets their own statement, and the result names the skipped givers', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  const bo = await addMember(app, { firstName: 'Bo', email: 'bo@example.org' });
  const mute = await addMember(app, { firstName: 'Cy' });
  const gone = await addMember(app, { firstName: 'Di', email: 'di@example.org' });
  for (const [index, id] of [mei, bo, mute, gone].entries()) await give(id, 100 + index);
  await addMember(app, { firstName: 'Nogift', email: 'nogift@example.org' });
  await deleteMember(app, gone);
  const result = await send();
  expect(result).toMatchObject({ sent: 2, failed: 0 });
  expect(result.skipped).toEqual([
    { memberId: mute, reason: 'no_address' },
    { memberId: gone, reason: 'deleted' },
  ]);
  const { pdf, mimeType, filename } = await attachment('bo@example.org');
  expect(mimeType).toBe('application/pdf');
  expect(filename).toContain('Lin Bo');
  expect(textOf(pdf)).toContain('101.00');
  expect(textOf(pdf)).not.toContain('100.00');
  expect(smtp.to('nogift@example.org')).toEqual([]);
});

test('a giver gets the statements to companies in the same message, which names them, and nobody else gets them', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  const bo = await addMember(app, { firstName: 'Bo', email: 'bo@example.org' });
  for (const id of [mei, bo]) await give(id);
  await give(mei, 70, { source: 'Business', companyName: 'Lin Trading LLC' });
  expect(await send()).toMatchObject({ sent: 2, failed: 0 });
  const mail = firstTo(smtp, 'mei@example.org');
  const { text, attachments } = await parsed(mail);
  expect(text).toContain('checks of Lin Trading LLC');
  expect(attachments.map(({ filename }) => filename)).toEqual([
    '2025-0002 Lin Mei.pdf',
    '2025-0003 Lin Trading LLC.pdf',
  ]);
  expect(textOf(Buffer.from(attachments[1]?.content as ArrayBuffer))).toContain('c/o Mei Lin');
  const [own] = (await listContributions(app, 2025, decode(ContributionQuery, {}))).items.slice(-1);
  expect(own?.companies).toMatchObject([{ handedOutAt: expect.any(String) }]);
  const other = await parsed(firstTo(smtp, 'bo@example.org'));
  expect(other.text).not.toContain('Lin Trading');
  expect(other.text).not.toContain('{{');
});

test('a couple with one statement gets one message, sent to the spouse who has an address', async () => {
  const { id: familyUnitId } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin', jointStatement: true }));
  const head = await addMember(app, { familyUnitId, familyRole: 'Head' });
  const spouse = await addMember(app, { firstName: 'Bo', familyUnitId, familyRole: 'Spouse', email: 'bo@example.org' });
  await give(head);
  await give(spouse);
  expect(await send()).toMatchObject({ sent: 1, results: [{ memberId: spouse }], skipped: [] });
  const mail = await parsed(firstTo(smtp, 'bo@example.org'));
  expect(mail.text).toContain('Dear Mei Lin and Bo Lin,');
  expect(textOf((await attachment('bo@example.org')).pdf)).toContain('200.00');
});

test('the first message to a giver contains the original with its number, and the second message contains a copy', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(mei);
  await send();
  const { items } = await listContributions(app, 2025, decode(ContributionQuery, {}));
  const number = items[0]?.statementNumber ?? 'none';
  const first = textOf((await attachment('mei@example.org')).pdf);
  expect(first).toContain(number);
  expect(first).not.toMatch(/copy/i);
  await send();
  const [, second] = smtp.to('mei@example.org');
  expect(await textIn(second)).toMatch(/copy/i);
  expect(await textIn(second)).toContain(number);
});

test('before the end of the year the message says that the statement is not for taxes', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  app.setNow('2025-06-01T18:00:00.000Z');
  await give(mei);
  await send();
  expect((await parsed(firstTo(smtp, 'mei@example.org'))).text).toContain('so far');
});

test.each([
  ['TW', 'en-US', /tax/i, 'Your contribution statement for 2025 is attached.'],
  ['TW', 'zh-TW', /稅|收據/, '您 2025 年度的奉獻證明'],
  ['US', 'en-US', /goods or services/i, 'Please keep it with your tax records.'],
  ['US', 'zh-TW', /證明/, '請與報稅資料一併保存'],
] as const)('in the country %s a letter in %s does not say %s', async (country, locale, never, said) => {
  const profile = { name: 'Grace', timeZone: 'America/Chicago', locale, aiProvider: 'OpenAI', address: { country } };
  await putProfile(app, decode(ChurchProfileUpdate, { ...profile, email: 'office@example.org' }));
  await give(await addMember(app, { email: 'mei@example.org' }));
  await send();
  const { subject, text } = await parsed(firstTo(smtp, 'mei@example.org'));
  expect(text).toContain(said);
  expect(`${subject} ${text}`).not.toMatch(never);
});

test('a statement with a character that no font has is not sent, and the failure names the character', async () => {
  const odd = await addMember(app, { firstName: 'Mei 𒀀', email: 'odd@example.org' });
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(odd);
  await give(mei);
  const { sent, failed, results } = await send();
  expect([sent, failed]).toEqual([1, 1]);
  expect(results.find(({ memberId }) => memberId === odd)?.error).toContain('𒀀');
  expect(smtp.to('odd@example.org')).toEqual([]);
});

test('a resumed mailing sends statements with the current figures', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(mei);
  const { batchId } = await send();
  await cutOff(app, batchId, { content: { year: 2025, language: 'en-US' }, state: 'pending' });
  await give(mei, 50);
  expect(await resumeBatch(app, batchId)).toMatchObject({ sent: 1 });
  const [, later] = smtp.to('mei@example.org');
  expect(await textIn(later)).toContain('150.00');
});

test('the board gets the statement of a month, and the message says that the month is not finalized', async () => {
  const month = { year: 2025, month: 3 };
  await give(await addMember(app));
  const emails = ['a@example.org', 'B@example.org', 'b@example.org'];
  expect(await mailStatement(app, { month, emails, locale: undefined })).toMatchObject({ sent: 2, failed: 0 });
  const mail = await parsed(firstTo(smtp, 'a@example.org'));
  expect(mail.subject).toBe('Our church: statement for 2025-03');
  expect(mail.text).toContain('not finalized');
  expect(textOf((await attachment('b@example.org')).pdf)).toContain('100.00');
});

test('a statement whose letter waits is not sent a second time', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(mei);
  smtp.refuse('mei@example.org', '450 4.2.0 Greylisted');
  const { batchId, ...first } = await send();
  expect(first).toMatchObject({ sent: 0, deferred: 1 });
  smtp.relent();
  expect(await send()).toMatchObject({ sent: 0, skipped: [{ memberId: mei, reason: 'waiting' }] });
  expect(await resumeBatch(app, batchId)).toMatchObject({ sent: 1 });
  expect(smtp.to('mei@example.org')).toHaveLength(1);
  expect(await send()).toMatchObject({ sent: 1 });
});

test('after a message that was not delivered, the next statement is not marked as a copy', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(mei);
  smtp.refuse('mei@example.org', '550 5.1.1 No such user');
  expect(await send()).toMatchObject({ sent: 0, failed: 1 });
  smtp.relent();
  expect(await send()).toMatchObject({ sent: 1 });
  expect(await textIn(firstTo(smtp, 'mei@example.org'))).not.toMatch(/copy/i);
});

test('a statement that may have arrived counts as delivered, so the next statement is a copy', async () => {
  const mei = await addMember(app, { email: 'mei@example.org' });
  await give(mei);
  smtp.drop('mei@example.org');
  await send();
  smtp.relent();
  await send();
  expect(await textIn(firstTo(smtp, 'mei@example.org'))).toMatch(/copy/i);
});

test('a Chinese message greets the giver by the Chinese name alone', async () => {
  const mei = await addMember(app, { email: 'mei@example.org', chineseName: '林美' });
  await give(mei);
  await mailStatements(app, 2025, { language: 'byName' });
  expect((await parsed(firstTo(smtp, 'mei@example.org'))).text).toMatch(/^林美 平安：/);
});
