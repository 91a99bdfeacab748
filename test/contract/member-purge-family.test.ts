import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { vestry } from '../support/command.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';
import { addMember, done, booksOfFile, refusal } from './books.ts';

const books = booksOfFile();

let serial = 0;

/** Adds a family with this many members. Its name, address and notes contain a tag that no other record contains. */
async function household(size: number) {
  serial += 1;
  const tag = `Zq${serial}house`;
  const body = { name: `${tag} family`, address: { line1: `${tag} Street` }, phone: `555${tag}`, notes: `Of ${tag}` };
  const headers = { 'idempotency-key': `family-${serial}` };
  const { id } = await done(books.admin.post('/api/family-units', body, headers));
  await done(books.admin.put(`/api/family-units/${id}`, { ...body, phone: `556${tag}` }));
  const members: number[] = [];
  for (let count = 0; count < size; count += 1) members.push((await addMember(books, { familyUnitId: id })).id);
  return { tag, familyId: id as number, members, again: () => books.admin.post('/api/family-units', body, headers) };
}

const purge = (id: number | undefined, body: object) => books.admin.post(`/api/members/${id}/purge`, body);
const family = (id: number) => books.admin.get(`/api/family-units/${id}`);
const command = (id: number | undefined, ...flags: string[]) =>
  vestry(['member', 'purge', String(id), ...flags, '--data-dir', books.daemon.dataDir]);
const log = async () => JSON.stringify(await done(books.admin.get('/api/audit-logs?pageSize=200')));

/** Returns the contents of the database files. */
function bytes(): string {
  const { dataDir } = books.daemon;
  const files = readdirSync(dataDir).filter((name) => name.startsWith('vestry.db'));
  return files.map((name) => readFileSync(path.join(dataDir, name), 'latin1')).join('');
}

describe('a family that a purge leaves empty', () => {
  test('is erased on request, even from the audit log, stored responses and the database files', async () => {
    const { tag, familyId, members, again } = await household(1);
    expect(await log()).toContain(tag);
    expect((await purge(members[0], { eraseFamily: true })).status).toBe(204);
    expect((await family(familyId)).status).toBe(404);
    expect((await done(books.admin.get(`/api/family-units?search=${tag}`))).items).toEqual([]);
    expect(await log()).not.toContain(tag);
    expect(refusal(await again())).toBe('404 not_found');
    expect(bytes()).not.toContain(tag);
    const proof = await vestry(['audit', 'verify', '--data-dir', books.daemon.dataDir]);
    expect([proof.exitCode, proof.stderr]).toEqual([0, '']);
  });

  test('remains unchanged unless its removal is requested', async () => {
    const { familyId, members } = await household(1);
    const before = (await family(familyId)).body;
    expect((await purge(members[0], {})).status).toBe(204);
    expect((await family(familyId)).body).toEqual({ ...before, members: [] });
  });

  test('is erased only when its last undeleted member is purged, and its deleted members then have no family', async () => {
    const { familyId, members } = await household(3);
    const [first, second, deleted] = members;
    await done(books.admin.del(`/api/members/${deleted}`));
    await purge(first, { eraseFamily: true });
    expect((await family(familyId)).status).toBe(200);
    await purge(second, { eraseFamily: true });
    expect((await family(familyId)).status).toBe(404);
    const restored = await books.admin.post(`/api/members/${deleted}/restore`);
    expect(restored.body).toMatchObject({ familyUnitId: null, familyRole: null });
  });
});

describe('vestry member purge', () => {
  test('without a terminal names the flags that decide whether a family that becomes empty is erased', async () => {
    const { familyId, members } = await household(1);
    const refused = await command(members[0]);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/--erase-family or --keep-family/) });
    expect((await books.admin.get(`/api/members/${members[0]}`)).status).toBe(200);
    expect((await command(members[0], '--keep-family')).exitCode).toBe(0);
    expect((await family(familyId)).status).toBe(200);
    const other = await household(1);
    expect((await command(other.members[0], '--erase-family')).exitCode).toBe(0);
    expect((await family(other.familyId)).status).toBe(404);
  });

  test.runIf(hasTerminal)('asks about the family at a terminal', async () => {
    const { familyId, members } = await household(1);
    const args = ['member', 'purge', String(members[0]), '--data-dir', books.daemon.dataDir];
    const { exitCode } = await atTerminal(args, { dialogue: [['This leaves nobody in', 'y\r']] });
    expect([exitCode, (await family(familyId)).status]).toEqual([0, 404]);
  });
});
