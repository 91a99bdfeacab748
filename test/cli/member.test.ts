import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, vestry } from '../support/daemon.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

let daemon: Daemon;
let token: string;
beforeAll(async () => {
  daemon = await startDaemon();
  token = await signIn(daemon.url);
});
afterAll(() => daemon.stop());

const run = (...args: string[]) => vestry(['member', ...args, '--data-dir', daemon.dataDir]);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const read = (id: number) => request(daemon.url, 'GET', `/api/members/${id}`, { token });
const create = (...args: string[]) => json('create', '--first-name', 'Mei', '--last-name', 'Lin', ...args);

describe('vestry member', () => {
  test('adds a member, changes only the given fields, and prints the response of the API', async () => {
    const member = await create('--chinese-name', '林美', '--offering-number', '7');
    expect((await read(member.id)).body).toEqual(member);
    const id = String(member.id);
    const updated = await json('update', id, '--nickname', 'May', '--offering-number', '');
    expect(updated).toMatchObject({ nickname: 'May', chineseName: '林美', offeringNumber: null });
    expect(await json('show', id)).toEqual((await read(member.id)).body);
    expect((await json('list', '--search', '林')).items).toEqual([updated]);
    expect((await json('list', '--search', '王')).items).toEqual([]);
  });

  test('deletes, restores, merges and purges members by the rules of the API', async () => {
    const [one, two] = [await create(), await create()];
    expect((await run('delete', String(one.id))).stdout).toContain(`To undo this: vestry member restore ${one.id}`);
    expect((await read(one.id)).status).toBe(404);
    expect((await run('show', String(one.id))).exitCode).toBe(3);
    expect(await json('restore', String(one.id))).toMatchObject({ id: one.id });
    expect(await json('merge', String(one.id), '--into', String(two.id))).toMatchObject({ id: two.id });
    expect((await read(one.id)).status).toBe(404);
    expect((await run('purge', String(two.id))).exitCode).toBe(0);
    expect((await read(two.id)).status).toBe(404);
    const log = await request(daemon.url, 'GET', '/api/audit-logs?action=MemberPurged', { token });
    expect(log.body.items[0].actorName).toMatch(/^cli:/);
  });

  test('a name that fits nobody, or somebody who was deleted, is answered with the command to type next', async () => {
    const gone = await create('--first-name', 'Bo', '--last-name', 'Gone');
    await run('delete', String(gone.id));
    const refused = async (giver: string) => {
      const gift = ['--date', '2026-03-01', '--category', 'Tithe', '--amount', '20', '--method', 'Cash'];
      const { exitCode, stderr } = await vestry([
        'giving',
        'add',
        '--giver',
        giver,
        ...gift,
        '--data-dir',
        daemon.dataDir,
      ]);
      expect(exitCode).toBe(3);
      return stderr;
    };
    const restore = `Bo Gone (${gone.id}) was deleted. To undo this: vestry member restore ${gone.id}`;
    expect(await refused('Gone, Bo')).toContain(restore);
    expect(await refused(String(gone.id))).toContain(restore);
    expect(await refused('Zebulon')).toContain(
      'To see all members: vestry member list. To add one: vestry member create',
    );
  });

  test('warns about an existing name, and merges members who look like different people only after confirmation', async () => {
    const one = await create('--chinese-name', '林重名');
    const again = await run('create', '--first-name', 'Someone', '--last-name', 'Else', '--chinese-name', '林重名');
    expect(again.stdout).toContain(`Members with this name: ${one.id}`);
    const other = await create('--first-name', 'Quite', '--last-name', 'Different');
    const args = ['merge', String(other.id), '--into', String(one.id)];
    expect(await run(...args)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--yes') });
    expect((await read(other.id)).status).toBe(200);
    expect((await run(...args, '--confirm')).exitCode).toBe(0);
    expect((await read(other.id)).status).toBe(404);
  });

  test.runIf(hasTerminal)('asks at a terminal whether two members are the same person', async () => {
    const [one, two] = [await create('--last-name', 'Asked'), await create('--last-name', 'Answered')];
    const args = ['member', 'merge', String(one.id), '--into', String(two.id), '--data-dir', daemon.dataDir];
    const no = await atTerminal(args, { dialogue: [['Do it anyway?', '\r']] });
    expect([no.exitCode, (await read(one.id)).status]).toEqual([4, 200]);
    const yes = await atTerminal(args, { dialogue: [['Do it anyway?', 'y\r']] });
    expect([yes.exitCode, (await read(one.id)).status]).toEqual([0, 404]);
  });

  test('names the flag of an invalid field', async () => {
    const outcome = await run('create', '--first-name', 'A', '--last-name', 'B', '--birth-date', '1990-02-30');
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain('--birth-date');
  });
});
