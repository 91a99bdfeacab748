/**
 * Changes the columns of every table, one row at a time. The proof must find each change, or the column must be in the list
 * of what is not compared, which `docs/security.md` shows.
 */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { LEFT, STAMPS, WHY_STAMPS } from '../../../src/features/audit/not-compared.ts';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { fileApp } from '../../support/app.ts';
import { temporaryDir } from '../../support/daemon.ts';
import { demoDataDir } from '../../support/demo.ts';
import { IS_NIGHTLY } from '../../support/nightly.ts';
import { changeOne, churchWithEverything, columnsIn, openForgery } from './every-column.ts';

/** In CI, one column of so many is changed. */
const STEP = IS_NIGHTLY ? 1 : 24;
/** Compared with the entry of the creation, which the accounts that every church begins with do not have. */
const OF_NOBODY = 'accounts.createdBy';

function isLeft(place: string): boolean {
  const [table = '', column = ''] = place.split('.');
  const left = LEFT.map(({ columns }) => columns[table]).filter((names) => names !== undefined);
  return left.some((names) => names.length === 0 || names.includes(column));
}

const isListed = (place: string) => isLeft(place) || STAMPS.some((stamp) => place.endsWith(`.${stamp}`));

/** Changes each of these columns in books, and returns those whose change was seen, and those whose change was not. */
async function changesIn(dataDir: string, choose: (all: readonly string[]) => readonly string[]) {
  const { app, close } = await fileApp(dataDir);
  onTestFinished(close);
  expect((await proveBooks(app)).faults).toEqual([]);
  const db = openForgery(app.paths.database);
  const found = { seen: [] as string[], unseen: [] as string[] };
  for (const place of choose(columnsIn(db))) {
    const change = changeOne(db, place);
    if (!change) continue;
    // An error is a finding, too: the command fails and says why.
    const isIntact = await proveBooks(app).then(
      (proof) => proof.isIntact,
      () => false,
    );
    found[isIntact ? 'unseen' : 'seen'].push(place);
    change.undo();
  }
  db.close();
  expect((await proveBooks(app)).faults).toEqual([]);
  return found;
}

test('a change of any column by SQL is seen, or the column is in the list of what is not compared', async () => {
  const every = (all: readonly string[]) => all.filter((_, index) => index % STEP === 0);
  const { seen, unseen } = await changesIn(await demoDataDir(), every);
  expect(unseen.filter((place) => !isListed(place) && place !== OF_NOBODY)).toEqual([]);
  expect(seen.filter(isLeft)).toEqual([]);
  expect(seen.length).toBeGreaterThan(unseen.length / 2);
});

test.runIf(IS_NIGHTLY)('also in a church that used every route', async () => {
  const { dir, remove } = temporaryDir();
  onTestFinished(remove);
  await churchWithEverything(dir);
  const { seen, unseen } = await changesIn(dir, (all) => all);
  expect(unseen.filter((place) => !isListed(place))).toEqual([]);
  expect(seen.filter(isLeft)).toEqual([]);
  console.log(`${seen.length} changes seen, ${unseen.length} of listed columns`);
});

test('docs/security.md shows the list with its reasons', () => {
  const shown = readFileSync('docs/security.md', 'utf8');
  const rows = LEFT.map(({ why, columns }) => {
    const named = Object.entries(columns).map(([table, names]) =>
      names.length === 0 ? `\`${table}\`` : `\`${table}\` (${names.map((name) => `\`${name}\``).join(', ')})`,
    );
    return `| ${named.join(', ')} | ${why} |`;
  });
  const stamps = `| every table: ${STAMPS.map((name) => `\`${name}\``).join(', ')} | ${WHY_STAMPS} |`;
  expect(shown).toContain(['| not compared | why |', '|---|---|', ...rows, stamps].join('\n'));
});
