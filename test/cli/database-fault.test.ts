import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { databaseFault } from '../../src/cli/kit/database-fault.ts';
import { exitCodeOf, report } from '../../src/cli/kit/failure.ts';
import { AppError } from '../../src/errors.ts';
import { temporaryDir, vestry } from '../support/daemon.ts';

const faultOf = (code: string) => databaseFault(Object.assign(new Error('driver'), { code }));

test.each([
  ['SQLITE_FULL', 5, /full.*Make room/],
  ['SQLITE_IOERR_SHMSIZE', 5, /full.*Make room/],
  ['SQLITE_READONLY_DIRECTORY', 1, /cannot be opened for writing.*permissions/],
  ['SQLITE_CANTOPEN', 1, /cannot be opened for writing.*not connected/],
  ['SQLITE_IOERR_READ', 1, /disk failed to read or write.*another disk/],
])(
  'the message for %s names a problem of the disk, and does not advise restoring a backup',
  (code, exitCode, words) => {
    const fault = faultOf(code);
    expect(fault?.exitCode).toBe(exitCode);
    expect(`${fault?.message} ${fault?.advice}`).toMatch(words);
    expect(fault?.advice).not.toContain('restore');
  },
);

test('only a damaged database leads to the advice to restore a backup, and unrelated errors are not database faults', () => {
  expect(faultOf('SQLITE_CORRUPT_VTAB')?.advice).toContain('vestry backup restore FILE');
  expect(faultOf('SQLITE_ERROR')).toBeUndefined();
  expect(faultOf('EACCES')).toBeUndefined();
  expect(databaseFault(new Error('x'))).toBeUndefined();
});

test('a command waits for a database that another program has locked, and then reports the lock', async () => {
  const { dir, remove } = temporaryDir();
  await vestry(['seed', '--data-dir', dir]);
  const other = new Sqlite(path.join(dir, 'vestry.db'));
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('begin exclusive; commit');
  expect(await vestry(['member', 'list', '--data-dir', dir])).toEqual({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringMatching(/^vestry: Another program is using the database \(SQLITE_BUSY\)\. Close [^\n]*\n$/),
  });
  other.close();
  expect((await vestry(['member', 'list', '--data-dir', dir])).exitCode).toBe(0);
  remove();
});

test('the error of the driver is recognized behind a refusal', () => {
  const cause = Object.assign(new Error('driver'), { code: 'SQLITE_CORRUPT' });
  expect(databaseFault(new AppError('books_unreadable', 'x', { cause }))?.advice).toContain('restore FILE');
  expect(databaseFault(new AppError('not_found', 'x'))).toBeUndefined();
});

test.each([
  ['EIO', 'The disk fails. Check it'],
  ['ENOSPC', 'Make room'],
  ['EDQUOT', 'Make room'],
  ['EROFS', 'read-only'],
  ['EINTR', 'Try again'],
])('%s of an open file, which has no path, is said in a sentence with the next step', (code, next) => {
  const error = Object.assign(new Error('i/o error'), { code, syscall: 'fsync' });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    report(error, false);
    expect(write.mock.lastCall?.[0]).toMatch(new RegExp(`^vestry: A file cannot be used \\(${code}\\).*${next}`));
  } finally {
    write.mockRestore();
  }
  expect(exitCodeOf(error)).toBe(5);
});
