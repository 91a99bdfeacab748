/** Data directories with up to a million members, and accounts to sign in with. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { build } from 'tsup';
import { people } from './people.js';
import { daemonArguments, request } from './process.js';

const ADMIN = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
const AT = '2026-07-06T12:00:00.000Z';
const BATCH = 10_000;
const SEARCH_CODE = { search: 'src/db/search-index.ts', rules: 'src/features/people/members/rules.ts' };

/**
 * Creates a data directory with `members` members and `accounts` administrators. Returns the directory and the
 * credentials of the administrators.
 */
export async function membersChurch(workspace, { members, accounts, chineseShare }) {
  const directory = workspace.directory();
  const daemon = await workspace.start(daemonArguments(directory, 'development'));
  const logins = await makeAccounts(daemon.port, accounts);
  await daemon.stop();
  await fillMembers(workspace, directory, { count: members, chineseShare });
  return { directory, logins };
}

/** Returns `count` ids, spread evenly from 1 to `last`. */
export function spread(last, count) {
  return Array.from({ length: count }, (_, n) => 1 + Math.floor((n * last) / count));
}

/**
 * Signs in as the development administrator, creates the accounts, and then deactivates the development administrator.
 */
async function makeAccounts(port, count) {
  const { accessToken: token, user } = await request(port, 'POST', '/api/auth/login', { body: ADMIN });
  const logins = [];
  for (let n = 1; n <= count; n++) {
    const body = { email: `staff${n}@example.org`, displayName: `Staff ${n}`, roles: ['super_admin'] };
    const { temporaryPassword: password } = await request(port, 'POST', '/api/users', { token, body });
    logins.push({ email: body.email, password });
  }
  await request(port, 'POST', `/api/users/${user.id}/deactivate`, { token });
  return logins;
}

/**
 * Inserts members directly into the tables, because the program would take minutes for a million. Their search entries
 * are computed with the program's own code.
 */
async function fillMembers(workspace, directory, { count, chineseShare }) {
  const { indexTexts, documentOf } = await searchCode(workspace.directory());
  const file = new Sqlite(path.join(directory, 'vestry.db'));
  const db = new Kysely({ dialect: new SqliteDialect({ database: file }) });
  const insert = file.prepare(`
    insert into members (firstName, lastName, nickname, chineseName, gender, birthDate, email, emailKey, phone, address,
      status, offeringNumber, createdAt, modifiedAt)
    values (@firstName, @lastName, @nickname, @chineseName, @gender, @birthDate, @email, @email, @phone, @address,
      @status, @offeringNumber, '${AT}', '${AT}')`);
  let documents = [];
  file.exec('begin');
  for (const person of people(count, chineseShare)) {
    const { lastInsertRowid: id } = insert.run({ ...person, address: JSON.stringify(person.address) });
    documents.push(documentOf({ ...person, id }));
    if (documents.length < BATCH && id < count) continue;
    await indexTexts(db, 'member', documents);
    documents = [];
  }
  file.exec('commit');
  await db.destroy();
}

/** Bundles and loads the modules of the program that compute search entries. */
async function searchCode(outDir) {
  const output = { format: 'esm', target: 'node20', platform: 'node', outExtension: () => ({ js: '.mjs' }) };
  await build({ entry: SEARCH_CODE, outDir, ...output, noExternal: [/./], config: false, silent: true });
  const load = (name) => import(pathToFileURL(path.join(outDir, `${name}.mjs`)).href);
  return { ...(await load('search')), ...(await load('rules')) };
}
