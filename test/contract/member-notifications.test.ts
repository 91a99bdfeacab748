import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Json, done } from './books.ts';
import {
  bind,
  bindingsOf,
  bindings,
  codeFor,
  history,
  mail,
  officeOfFile,
  person,
  settled,
  tell,
  text,
} from './office.ts';
import { lineId, messageEvent } from '../support/line.ts';

const office = officeOfFile();

const member = (id: number) => `/api/members/${id}`;
const merge = (id: number, into: number) => done(office.admin.post(`${member(id)}/merge`, { into, confirm: true }));
const purge = (id: number) => done(office.admin.post(`${member(id)}/purge`, {}));
const rowsOf = (id: number) => history(office, `memberId=${id}`);
const withoutMember = (rows: Json[]) => rows.map(({ memberId: _memberId, ...row }) => row);

/** Adds a member who is bound to LINE and has received messages in both channels. */
async function known() {
  const one = await person(office);
  const userId = await bind(office, one.id);
  await done(mail(office, { memberIds: [one.id], subject: 'News' }));
  await done(text(office, { memberIds: [one.id] }));
  return { ...one, userId };
}

describe('merging two members', () => {
  test('moves the history and the binding to the survivor', async () => {
    const [one, { id: into }] = [await known(), await person(office)];
    const before = await rowsOf(one.id);
    expect(before).toHaveLength(2);
    await merge(one.id, into);
    expect(withoutMember(await rowsOf(into))).toEqual(withoutMember(before));
    expect(await rowsOf(one.id)).toEqual([]);
    expect(await bindingsOf(office, into)).toHaveLength(1);
    expect(await bindingsOf(office, one.id, 'includeRetired=true')).toEqual([]);
    const answer = await done(text(office, { memberIds: [into], body: 'After the merge' }));
    expect(answer).toMatchObject({ sent: 1, failed: 0 });
    expect(office.line.to(one.userId).join('\n')).toContain('After the merge');
  });

  test('leaves one binding active if both members were bound, and retires the other binding', async () => {
    const [one, two] = [await known(), await known()];
    await merge(one.id, two.id);
    expect(await bindingsOf(office, two.id)).toHaveLength(1);
    expect(await bindingsOf(office, two.id, 'includeRetired=true')).toHaveLength(2);
    expect(await rowsOf(two.id)).toHaveLength(4);
    const before = office.line.delivered.length;
    expect(await done(text(office, { memberIds: [two.id], body: 'Once' }))).toMatchObject({ sent: 1 });
    expect(office.line.delivered).toHaveLength(before + 1);
    expect(await bindingsOf(office, one.id, 'includeRetired=true')).toEqual([]);
  });

  test('lets a code of the old record bind only the survivor, or nobody', async () => {
    const [{ id }, { id: into }] = [await person(office), await person(office)];
    const code = await codeFor(office, id);
    await merge(id, into);
    await tell(office, messageEvent(lineId('U'), code));
    await settled(office);
    expect(await bindingsOf(office, id, 'includeRetired=true')).toEqual([]);
    expect((await bindingsOf(office, into)).length).toBeLessThanOrEqual(1);
  });
});

describe('deleting a member', () => {
  test('excludes the member from every message, and keeps the history', async () => {
    const one = await known();
    const [before, mails, texts] = [await rowsOf(one.id), office.smtp.to(one.email), office.line.to(one.userId)];
    await done(office.admin.del(member(one.id)));
    const skipped = [{ memberId: one.id, reason: 'deleted' }];
    expect(await done(mail(office, { memberIds: [one.id] }))).toMatchObject({ sent: 0, results: [], skipped });
    expect(await done(text(office, { memberIds: [one.id] }))).toMatchObject({ sent: 0, results: [], skipped });
    expect([office.smtp.to(one.email), office.line.to(one.userId)]).toEqual([mails, texts]);
    expect(await rowsOf(one.id)).toEqual(before);
  });

  test('keeps the e-mail address, which is used again after the member is restored', async () => {
    const one = await known();
    await done(office.admin.del(member(one.id)));
    await done(office.admin.post(`${member(one.id)}/restore`));
    expect(await done(mail(office, { memberIds: [one.id] }))).toMatchObject({ sent: 1, skipped: [] });
    expect(office.smtp.to(one.email)).toHaveLength(2);
  });
});

describe('purging a member', () => {
  test('deletes the member’s binding, address and LINE account, and keeps the history rows without a member', async () => {
    const [one, other] = [await known(), await known()];
    const batches = (await rowsOf(one.id)).map((row) => row.batchId);
    expect(batches).toHaveLength(2);
    await done(office.admin.del(member(one.id)));
    await purge(one.id);
    expect(await bindingsOf(office, one.id, 'includeRetired=true')).toEqual([]);
    expect(await rowsOf(one.id)).toEqual([]);
    const kept = (await Promise.all(batches.map((batch) => history(office, `batchId=${batch}`)))).flat();
    expect(kept).toHaveLength(2);
    expect(kept.map((row) => row.memberId)).toEqual([null, null]);
    const shown = JSON.stringify([await history(office, ''), await bindings(office, 'includeRetired=true')]);
    expect(shown).not.toContain(one.email);
    expect(shown).not.toContain(one.userId);
    expect(shown).toContain(other.email);
    expect(await rowsOf(other.id)).toHaveLength(2);
  });

  test('removes the member’s address and LINE account from every table', async () => {
    const [one, other] = [await known(), await known()];
    await purge(one.id);
    const db = new Database(path.join(office.daemon.dataDir, 'vestry.db'), { readonly: true });
    const tables = db.prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'").all();
    const cells = tables.map(({ name }) => JSON.stringify(db.prepare(`select * from "${name}"`).all())).join('\n');
    db.close();
    for (const trace of [one.email, one.userId]) expect(cells).not.toContain(trace);
    for (const trace of [other.email, other.userId]) expect(cells).toContain(trace);
  });
});
