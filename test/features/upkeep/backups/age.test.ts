/**
 * Tests with the age tool that other programs can open a backup that Vestry encrypted, and that Vestry can open a
 * backup that another program encrypted.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBackup } from '../../../../src/features/upkeep/backups/create.ts';
import { verifyBackup } from '../../../../src/features/upkeep/backups/verify.ts';
import { PASSPHRASE, place, withBooks } from './support.ts';

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;

/** Runs age in a pseudo-terminal, because it reads a passphrase only from a terminal. */
function age(command: string, typed: string): void {
  execFileSync('script', ['--quiet', '--return', '--command', `age ${command}`, '/dev/null'], { input: typed });
}

// On Debian, the packages are age and util-linux.
test.runIf(has('age') && has('script'))(
  'age opens a backup that Vestry encrypted, and Vestry opens a backup that age encrypted',
  async () => {
    const { app, receipts } = await withBooks(1);
    const at = place();
    const backup = await createBackup(app, { passphrase: PASSPHRASE });
    age(`--decrypt --output '${at('opened.tar.gz')}' '${backup.file}'`, `${PASSPHRASE}\n`);
    execFileSync('tar', ['xzf', at('opened.tar.gz'), '-C', at('')]);
    expect(readFileSync(at('secrets.json'))).toEqual(readFileSync(app.paths.secrets));
    expect(readFileSync(at(`receipts/${receipts[0]?.path}`)).equals(receipts[0]?.bytes ?? Buffer.alloc(0))).toBe(true);

    const other = 'another passphrase, typed at age';
    age(`--passphrase --output '${at('again.age')}' '${at('opened.tar.gz')}'`, `${other}\n${other}\n`);
    const { members, givings } = backup;
    expect(await verifyBackup(at('again.age'), { passphrase: other })).toMatchObject({ members, givings });
  },
  180_000,
);
