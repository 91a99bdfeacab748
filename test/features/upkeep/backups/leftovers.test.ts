import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  isOld,
  listKeptBooks,
  listLeftovers,
  removeLeftovers,
  removeOld,
  STAGED,
} from '../../../../src/features/upkeep/backups/leftovers.ts';
import { testApp } from '../../../support/app.ts';

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 86_400_000);

function make(file: string, isAged: boolean): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'x');
  if (isAged) for (const one of [file, path.dirname(file)]) utimesSync(one, TWO_DAYS_AGO, TWO_DAYS_AGO);
  return file;
}

test('what killed backups and restores left is found, and only what did not change for a day counts as old', async () => {
  const app = await testApp();
  const { dataDir } = app.config;
  const old = [
    path.dirname(make(path.join(dataDir, 'restoring-20261101-030000', 'vestry.db'), true)),
    make(path.join(app.paths.backups, '.vestry-draft-0123456789abcdef'), true),
    make(path.join(app.paths.backups, 'made.json.4711.new'), true),
    make(path.join(dataDir, 'secrets.json.4711.new'), true),
  ];
  const recent = path.join(dataDir, 'restoring-20261118-030000');
  make(path.join(recent, 'vestry.db'), true);
  // The archive is still being unpacked.
  make(path.join(recent, 'secrets.json'), false);
  const others = ['secrets.json.bak', 'secrets.json.new', 'restored.txt'].map((name) =>
    make(path.join(dataDir, name), true),
  );

  const leftovers = await listLeftovers(app);
  expect(leftovers.map(({ file }) => file).toSorted()).toEqual([...old, recent].toSorted());
  expect(leftovers.filter((one) => !isOld(one)).map(({ file }) => file)).toEqual([recent]);
  await removeLeftovers(leftovers.filter(isOld));
  expect([...old, recent, ...others].filter((file) => !existsSync(file))).toEqual(old);
  await removeOld(dataDir, STAGED);
  expect(existsSync(recent)).toBe(true);
});

test('the files of a restore that was cut off while it moved files are no leftovers', async () => {
  const app = await testApp();
  make(path.join(app.config.dataDir, 'restoring-20261101-030000', 'vestry.db'), true);
  writeFileSync(path.join(app.config.dataDir, 'restoring.json'), '{}');
  expect(await listLeftovers(app)).toEqual([]);
});

test('copies of earlier books are named and kept', async () => {
  const app = await testApp();
  const kept = [
    make(path.join(app.paths.backups, 'before-upgrade-from-7-2026-11-21T20-54-08-797Z.db'), true),
    path.dirname(make(path.join(app.paths.backups, 'before-restore-20261101-030000', 'vestry.db'), true)),
  ];
  expect((await listKeptBooks(app)).toSorted()).toEqual(kept.toSorted());
  expect(await listLeftovers(app)).toEqual([]);
});
