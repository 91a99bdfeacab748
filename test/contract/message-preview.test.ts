/** The preview of a message, and the batches that were sent or cut off. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, done, type Json, refusal } from './books.ts';
import { bind, history, mail, officeOfFile, person } from './office.ts';

const office = officeOfFile();
let [withAddress, onLine, neither] = [0, 0, 0];

beforeAll(async () => {
  withAddress = (await person(office, { firstName: 'Ann', lastName: 'Adams', email: 'ann@example.org' })).id;
  onLine = (await addMember(office, { firstName: 'Lin', lastName: 'Lee' })).id;
  await bind(office, onLine);
  const unreached = { firstName: 'Wei', lastName: 'Chen', chineseName: '陳偉', phone: '626-555-0108' };
  neither = (await addMember(office, unreached)).id;
});

const all = () => ({ memberIds: [withAddress, onLine, neither] });
const missed = (reason: string) => ({
  memberId: neither,
  reason,
  memberName: 'Wei Chen',
  chineseName: '陳偉',
  phone: '626-555-0108',
});

describe('the preview', () => {
  test('of an e-mail has its whole text in either language, and the phone numbers of who gets none', async () => {
    const preview = (locale: string) =>
      done(
        office.admin.post('/api/notifications/email/preview', { ...all(), subject: 'Hi', body: 'At 10:30', locale }),
      );
    const [english, chinese] = [await preview('en-US'), await preview('zh-TW')];
    for (const { text } of [english, chinese]) expect(text).toContain('At 10:30');
    expect(english.text).not.toBe(chinese.text);
    expect(english.recipients).toEqual([{ channel: 'Email', recipient: 'ann@example.org', memberId: withAddress }]);
    expect(english.skipped).toContainEqual(missed('no_address'));
  });

  test('of a LINE message says who gets an e-mail instead', async () => {
    const preview = await done(
      office.admin.post('/api/notifications/line/preview', { ...all(), body: 'At 10:30', fallbackToEmail: true }),
    );
    const ways = preview.recipients.map(({ channel, memberId }: Json) => [channel, memberId]);
    expect(ways).toEqual([
      ['Line', onLine],
      ['Email', withAddress],
    ]);
    expect(preview.skipped).toEqual([missed('not_bound')]);
  });

  test('sends nothing', async () => {
    expect(await history(office, '')).toEqual([]);
  });
});

test('a batch can be read with its numbers and with the members to whom nothing was sent', async () => {
  const { batchId } = await done(mail(office, all()));
  const batch = await done(office.admin.get(`/api/notifications/batches/${batchId}`));
  expect(batch).toMatchObject({ id: batchId, channel: 'Email', subject: 'News', sent: 1, failed: 0, open: 0 });
  expect(batch.skipped).toContainEqual(missed('no_address'));
  const { items } = await done(office.admin.get('/api/notifications/batches'));
  expect(items.map(({ id }: Json) => id)).toEqual([batchId]);
  expect(await done(office.admin.get('/api/notifications/batches?unfinished=true'))).toEqual({ items: [] });
  const again = await done(office.admin.post(`/api/notifications/batches/${batchId}/resume`, { retryFailed: true }));
  expect(again).toMatchObject({ batchId, sent: 1, failed: 0 });
  expect(await history(office, '')).toHaveLength(1);
  expect(refusal(await office.admin.get('/api/notifications/batches/none'))).toBe('404 not_found');
});
