import { describe, expect, test } from 'vitest';
import { vestry } from '../support/command.ts';
import { type Json, addMember, done, giving, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();

describe('a giving that becomes anonymous', () => {
  const turned = async (more: object = {}) => {
    const member = await addMember(books, { firstName: 'Formerly', lastName: 'Named' });
    const body = giving(books, { date: '2024-04-10', amount: 77.5, memberId: member.id, ...more });
    const headers = { 'idempotency-key': `anonymous-${member.id}` };
    const { id } = await done(books.admin.post('/api/givings', body, headers));
    await done(books.admin.put(`/api/givings/${id}`, { ...body, amount: 80 }));
    await done(books.admin.put(`/api/givings/${id}`, { ...body, amount: 80, isAnonymous: true }));
    return { id: id as number, memberId: member.id as number, body, headers };
  };

  test('has no giver’s name in its audit entries, which are marked as anonymized and can still be verified', async () => {
    const { id } = await turned();
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${id}&sort=id`));
    expect(items).toHaveLength(3);
    for (const { changes } of items) {
      expect(changes).not.toHaveProperty('memberId');
      expect(changes).not.toHaveProperty('memberName');
    }
    expect(items[0].changes).toMatchObject({ amount: [null, 77.5], anonymized: [null, true] });
    expect(items[1].changes).toEqual({ amount: [77.5, 80] });
    expect(items[2].changes).toMatchObject({ isAnonymous: [false, true] });
    const proof = await vestry(['audit', 'verify', '--data-dir', books.daemon.dataDir]);
    expect([proof.exitCode, proof.stderr]).toEqual([0, '']);
  });

  test('is not returned again for its idempotency key, and a search for the giver does not find it', async () => {
    const { memberId, body, headers } = await turned();
    const again = await books.admin.post('/api/givings', body, headers);
    expect(refusal(again)).toBe('404 not_found');
    expect((await books.admin.get(`/api/givings?memberId=${memberId}`)).body.totalCount).toBe(0);
    expect((await books.admin.get('/api/givings?search=Formerly')).body.totalCount).toBe(0);
  });

  test('warns that its note may name the giver, but only if it has a note and only when it becomes anonymous', async () => {
    const member = await addMember(books, { firstName: 'Noted', lastName: 'Giver' });
    const body = giving(books, { date: '2024-04-17', memberId: member.id, note: 'from Noted, for the roof' });
    const { id } = await done(books.admin.post('/api/givings', body));
    const put = (fields: object) => done(books.admin.put(`/api/givings/${id}`, { ...body, ...fields }));
    const warning = { code: 'note_may_name_giver', givingId: id, duplicateOf: null };
    const turned = await put({ isAnonymous: true });
    expect(turned).toMatchObject({ note: body['note'], warnings: [warning] });
    expect(await put({ isAnonymous: true, note: 'for the roof' })).not.toHaveProperty('warnings');
    await put({ note: null });
    expect(await put({ note: null, isAnonymous: true })).not.toHaveProperty('warnings');
  });

  test('hides its giver even if it was entered with a session', async () => {
    const member = await addMember(books, { firstName: 'Session', lastName: 'Giver' });
    const entry = giving(books, { memberId: member.id });
    delete entry['date'];
    const body = { date: '2024-04-14', givings: [entry] };
    const headers = { 'idempotency-key': 'anonymous-session' };
    const session = await done(books.admin.post('/api/offering-sessions', body, headers));
    const [{ id }] = session.givings;
    const fields = { date: '2024-04-14', sessionId: session.id, isAnonymous: true };
    await done(books.admin.put(`/api/givings/${id}`, giving(books, fields)));
    expect(refusal(await books.admin.post('/api/offering-sessions', body, headers))).toBe('404 not_found');
    const { items } = await done(books.admin.get('/api/audit-logs?pageSize=200'));
    const ofGivings = items.filter(({ entityType }: Json) => entityType !== 'Member');
    expect(JSON.stringify(ofGivings)).not.toContain('Session Giver');
  });
});
