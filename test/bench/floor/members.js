/**
 * The simplest HTTP server for the requests that `parts/members.js` and `parts/ratios.js` measure. The first argument is
 * the data directory. The server verifies the token of every request with jose, runs the same SQL as the daemon or SQL
 * that is faster, and sends the rows unchanged.
 */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';
import { SignJWT } from 'jose';
import { serveBare } from './bare.js';
import { inserting } from './giving-rows.js';
import { CLAIMS, readKey, verifying } from './token.js';

const PAGE_SIZE = 25;
/** In the search index, entries of other kinds have higher numbers than those of the members. */
const END_OF_MEMBERS = 2 ** 49;
const TOKEN_SECONDS = 900;
const SIGN_IN_MS = 90 * 86_400_000;

const [, , directory] = process.argv;
const key = await readKey(directory);
const verifyToken = await verifying(directory);
const db = new Sqlite(path.join(directory, 'vestry.db'));
db.pragma('synchronous = FULL');
db.pragma('mmap_size = 268435456');
const keepGiving = inserting(db);
const selectPage = db.prepare(
  `select * from "members" where "deletedAt" is null order by "lastName" asc, "id" asc limit ? offset ?`,
);
const countMembers = db.prepare(`select count(*) as "count" from "members" where "deletedAt" is null`);
const selectMember = db.prepare(`select * from "members" where "id" = ? and "deletedAt" is null`);
/** The ids of the members whose texts have a part that begins with these characters, in the order of the list. */
const selectHits = db
  .prepare(
    `select "members"."id" from "searchIndex" cross join "members" on "members"."id" = "searchIndex"."rowid" / 2
    where "searchIndex" match ? and "searchIndex"."rowid" < ${END_OF_MEMBERS} and "deletedAt" is null
    order by "lastName" asc, "members"."id" asc`,
  )
  .pluck();
const selectMembers = db.prepare(`select * from "members" where "id" in (select "value" from json_each(?))`);
const selectUser = db.prepare(`select "id", "passwordHash" from "users" where "emailKey" = ?`);
const insertSignIn = db.prepare(
  `insert into "signIns" ("userId", "createdAt", "lastUsedAt", "expiresAt") values (?, ?, ?, ?) returning "id"`,
);
const insertToken = db.prepare(
  `insert into "refreshTokens" ("signInId", "tokenHash", "createdAt", "expiresAt") values (?, ?, ?, ?)`,
);

serveBare(answer);

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/api/auth/login') return JSON.stringify(await login(await json(request), response));
  await verifyToken(request);
  if (request.method === 'POST') return JSON.stringify(keepGiving(await json(request)));
  const id = pathname.slice('/api/members/'.length);
  if (id) return JSON.stringify(selectMember.get(Number(id)));
  return JSON.stringify(searchParams.has('search') ? findMembers(searchParams.get('search')) : listMembers());
}

function listMembers() {
  return pageOf(selectPage.all(PAGE_SIZE, 0), countMembers.get().count);
}

function findMembers(characters) {
  const ids = selectHits.all(`"${characters}" *`);
  const page = ids.slice(0, PAGE_SIZE);
  const byId = new Map(selectMembers.all(JSON.stringify(page)).map((row) => [row.id, row]));
  return pageOf(
    page.map((id) => byId.get(id)),
    ids.length,
  );
}

function pageOf(items, totalCount) {
  return { items, page: 1, pageSize: PAGE_SIZE, totalCount, totalPages: Math.ceil(totalCount / PAGE_SIZE) };
}

async function login({ email, password }, response) {
  const user = selectUser.get(email.toLowerCase());
  if (!(await verify(user.passwordHash, password))) throw new Error('The password is wrong.');
  const refreshToken = randomBytes(64).toString('base64url');
  const signInId = openSignIn(user.id, createHash('sha256').update(refreshToken).digest('hex'));
  response.setHeader('Set-Cookie', `app_rt=${refreshToken}; HttpOnly; SameSite=Strict; Path=/api/auth`);
  const accessToken = await new SignJWT({ sid: String(signInId) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuer(CLAIMS.issuer)
    .setAudience(CLAIMS.audience)
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(key);
  return { accessToken, tokenType: 'Bearer', expiresIn: TOKEN_SECONDS };
}

/** The writes that every sign-in needs, in one transaction. */
const openSignIn = db.transaction((userId, tokenHash) => {
  const at = new Date().toISOString();
  const expiresAt = new Date(Date.now() + SIGN_IN_MS).toISOString();
  const { id } = insertSignIn.get(userId, at, at, expiresAt);
  insertToken.run(id, tokenHash, at, expiresAt);
  return id;
});
