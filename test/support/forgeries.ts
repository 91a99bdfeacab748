/**
 * Forges backups, as a person could who knows their format and has a backup of the church that is not encrypted, but not
 * its keys. Every checksum and figure in a forgery is right, unless the forgery is about them.
 */
import { writeFileSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { connect } from '../../src/db/connect.ts';
import { chainHash, type ChainedContent, sealHead } from '../../src/features/audit/chain.ts';
import { readFigures, readSeal } from '../../src/features/upkeep/backups/queries.ts';
import { changedWith, FORGERS_KEY, type Json, jsonOf, named, packed, type Part, recount, reseal } from './archive.ts';
import type { Random } from '../../src/lib/random.ts';

/** A backup while it is being forged. */
type Draft = {
  parts: Part[];
  about: Json;
  manifest: Json;
  random: Random;
  /** A path for temporary files. */
  place: string;
};

/** What the forger does about the seal. `early` makes the backup look like one of an early Vestry, without seals. */
export const SEALINGS = ['kept', 'forger', 'early', 'lost'] as const;
export type Sealing = (typeof SEALINGS)[number];

/**
 * What finds a forgery: unpacking the backup, a check of the database, a check of the database with the key of the church,
 * or nothing.
 */
type Kind = {
  name: string;
  found: 'unpacking' | 'database' | 'keyed' | 'never';
  says?: RegExp;
  work: (draft: Draft) => unknown;
  /** Changes the manifest after its checksums are computed. */
  after?: (draft: Draft) => unknown;
  /** Changes the bytes of the packed backup. */
  last?: (bytes: Buffer, random: Random) => Buffer;
};

const CHANGED = /contains books that were changed outside Vestry/;
const receiptsOf = ({ parts }: Draft) => parts.filter(({ header }) => header.name.startsWith('receipts/'));
const figuresOf = ({ about }: Draft) => about.figures as Json;

async function withDatabase(draft: Draft, work: (db: Sqlite.Database) => unknown): Promise<void> {
  const { parts, about, place } = draft;
  const database = named(parts, 'vestry.db');
  database.data = changedWith(database.data, place, work);
  writeFileSync(place, database.data);
  const db = connect(place, 'block');
  const [figures, auditSeal] = [await readFigures(db), await readSeal(db)];
  await db.destroy();
  Object.assign(about, { figures, auditSeal, databaseBytes: database.data.length });
}

const sql = (statement: string) => (draft: Draft) => withDatabase(draft, (db) => db.exec(statement));

/** Rewrites an entry, computes every later hash anew, and seals the log with the key of the forger. */
function rewriteLog({ random }: Draft, db: Sqlite.Database): void {
  const rows = db.prepare('select * from auditLogs order by id').all() as (ChainedContent & { id: number })[];
  const first = random.between(0, rows.length - 1);
  const save = db.prepare('update auditLogs set actorName = ?, previousHash = ?, hash = ? where id = ?');
  let lastHash = '';
  for (const [index, row] of rows.entries()) {
    const actorName = index === first ? 'cli:thief' : row.actorName;
    const hash = chainHash(row.id, { ...row, actorName }, lastHash);
    save.run(actorName, lastHash, hash, row.id);
    lastHash = hash;
  }
  const head = { entries: rows.length, lastHash };
  db.prepare('update auditHead set lastHash = ?, seal = ?').run(lastHash, sealHead(head, FORGERS_KEY));
}

function replaceReceipt(draft: Draft): string {
  const receipt = draft.random.pick(receiptsOf(draft));
  receipt.data = Buffer.from(receipt.data).fill(draft.random.between(0, 255), receipt.data.length >> 1);
  return receipt.header.name.slice('receipts/'.length);
}

function excuse({ manifest }: Draft, path: string, problem: string): void {
  manifest.receiptProblems = [{ path, problem }];
}

function add({ parts }: Draft, name: string, text: string): void {
  const data = Buffer.from(text);
  parts.splice(2, 0, { header: { name, size: data.length }, data });
}

const keys = JSON.stringify({ jwtKey: FORGERS_KEY.toString('base64'), encryptionKey: FORGERS_KEY.toString('base64') });

/** Every kind of forgery. */
export const KINDS: readonly Kind[] = [
  {
    name: 'log rewritten and sealed with another key',
    found: 'never',
    work: (draft) => withDatabase(draft, (db) => rewriteLog(draft, db)),
  },
  {
    name: 'name of a member',
    found: 'database',
    says: CHANGED,
    work: sql(`update members set lastName = 'Thief'`),
  },
  {
    name: 'password',
    found: 'keyed',
    says: CHANGED,
    work: sql(`update users set passwordHash = '$argon2id$thief'`),
  },
  {
    name: 'name of the church',
    found: 'keyed',
    says: CHANGED,
    work: sql(`update churchProfiles set name = 'Thief Church'`),
  },
  {
    name: 'amount of a gift',
    found: 'database',
    says: CHANGED,
    work: (draft) => sql(`update givings set amountMinor = ${draft.random.between(1, 999)} where id = 1`)(draft),
  },
  { name: 'roles', found: 'database', says: CHANGED, work: sql(`insert into userRoles values (1, 'super_admin')`) },
  {
    name: 'trigger',
    found: 'database',
    says: CHANGED,
    work: sql('create trigger sneak after insert on givings begin select 1; end'),
  },
  {
    name: 'receipts exchanged',
    found: 'database',
    says: /with another size or SHA-256 than the file/,
    work: (draft) => {
      const [one, other] = receiptsOf(draft) as [Part, Part];
      [one.data, other.data] = [other.data, one.data];
    },
  },
  {
    name: 'receipt with other bytes of the same size',
    found: 'database',
    says: /with another size or SHA-256 than the file/,
    work: replaceReceipt,
  },
  {
    name: 'receipt with other bytes, and a manifest that says so',
    found: 'never',
    work: (draft) => excuse(draft, replaceReceipt(draft), 'other content'),
  },
  {
    name: 'receipt removed',
    found: 'database',
    says: /which the backup lacks/,
    work: (draft) => {
      draft.parts.splice(draft.parts.indexOf(draft.random.pick(receiptsOf(draft))), 1);
      draft.about.receipts = receiptsOf(draft).length;
    },
  },
  {
    name: 'manifest that lies about a good receipt',
    found: 'database',
    says: /which is not other content, as the manifest says/,
    work: (draft) => excuse(draft, draft.random.pick(receiptsOf(draft)).header.name.slice(9), 'other content'),
  },
  {
    name: 'receipt of no expense',
    found: 'database',
    says: /does not list receipts\/2026\/11\/a{32}\.pdf, which is in the backup/,
    work: (draft) => {
      add(draft, `receipts/2026/11/${'a'.repeat(32)}.pdf`, '%PDF-1.7');
      Object.assign(draft.about, { receipts: Number(draft.about.receipts) + 1 });
      Object.assign(draft.about, { receiptBytes: Number(draft.about.receiptBytes) + 8 });
    },
  },
  {
    name: 'keys added',
    found: 'unpacking',
    says: /secrets\.json in it contains secrets \(keys\)/,
    work: (draft) => add(draft, 'secrets.json', keys),
  },
  {
    name: 'secret settings added',
    found: 'unpacking',
    says: /config\.json in it contains secrets \(smtpUrl\)/,
    work: (draft) => add(draft, 'config.json', '{"port": 8991, "smtpUrl": "smtps://a:b@thief.example"}'),
  },
  {
    name: 'manifest that lies about a number',
    found: 'database',
    says: /figures other than those in its manifest/,
    work: (draft) => {
      const figure = draft.random.pick(['members', 'givings', 'expenses', 'auditEntries']);
      figuresOf(draft)[figure] = draft.random.between(50, 99);
    },
  },
  {
    name: 'manifest that lies about the church',
    found: 'database',
    says: /figures other than those in its manifest/,
    work: (draft) => (figuresOf(draft).church = 'Thief Church'),
  },
  {
    name: 'manifest that lies about the receipts',
    found: 'database',
    says: /another number of receipts/,
    work: (draft) => (draft.about.receipts = Number(draft.about.receipts) + draft.random.between(1, 9)),
  },
  {
    name: 'manifest that lies about the day',
    found: 'never',
    work: ({ about }) => (about.createdAt = '2027-01-01T00:00:00Z'),
  },
  {
    name: 'manifest that lies about the schema',
    found: 'database',
    says: /a version that differs from its manifest/,
    work: ({ about, random }) => (about.schemaVersion = random.between(9, 40)),
  },
  {
    name: 'manifest that lies about a hash',
    found: 'unpacking',
    says: /is damaged at /,
    work: () => {},
    after: ({ manifest, random }) => {
      const file = random.pick(manifest.files as Json[]);
      file.sha256 = String(file.sha256).replace(/./, (digit) => (digit === '0' ? '1' : '0'));
    },
  },
  {
    name: 'manifest larger than the archive',
    found: 'unpacking',
    says: /is not a Vestry backup/,
    work: ({ about }) => (about.receipts = 1_000_000),
    after: ({ manifest }) => (manifest.vestryVersion = '9'.repeat(3_000_000)),
  },
  {
    name: 'first and last part that disagree',
    found: 'unpacking',
    says: /first and last parts disagree/,
    work: () => {},
    after: ({ manifest }) => Object.assign(manifest, { vestryVersion: '0.0.9' }),
  },
  {
    name: 'path outside the archive',
    found: 'unpacking',
    says: /contains something that is not part of a Vestry backup/,
    work: (draft) =>
      add(draft, draft.random.pick(['../vestry.db', '/etc/passwd', `receipts/../${'a'.repeat(32)}.pdf`]), 'x'),
  },
  {
    name: 'newer version',
    found: 'unpacking',
    says: /was made by a newer Vestry/,
    work: ({ about, random }) => (about.schemaVersion = random.between(900, 999)),
  },
  {
    name: 'cut off',
    found: 'unpacking',
    says: /is damaged or cut off/,
    work: () => {},
    last: (bytes, random) => bytes.subarray(0, random.between(20, bytes.length - 1)),
  },
];

/** Returns a forgery of the backup with these entries. */
export async function forgeryOf(
  kind: Kind,
  sealing: Sealing,
  { parts: original, random, place }: Pick<Draft, 'parts' | 'random' | 'place'>,
): Promise<Buffer> {
  const parts = original.map((part) => ({ ...part }));
  const draft = { parts, random, place, about: jsonOf(parts, 'about.json'), manifest: jsonOf(parts, 'manifest.json') };
  if (sealing === 'early') draft.about.format = 1;
  await kind.work(draft);
  recount(parts, draft.about, draft.manifest);
  if (kind.after) {
    draft.manifest = jsonOf(parts, 'manifest.json');
    kind.after(draft);
    named(parts, 'manifest.json').data = Buffer.from(JSON.stringify(draft.manifest));
  }
  if (sealing === 'forger') reseal(parts, FORGERS_KEY);
  if (sealing === 'early' || sealing === 'lost') parts.pop();
  const bytes = await packed(parts);
  return kind.last ? kind.last(bytes, random) : bytes;
}
