/**
 * Checks an unpacked archive: compares everything in it with its manifest, checks its seal and its database, and
 * compares each receipt with its row.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readSecrets } from '../../../data-dir.ts';
import { connect, type Db } from '../../../db/connect.ts';
import { findBrokenReferences, findDamage } from '../../../db/integrity.ts';
import { refuseForeignFile } from '../../../db/migrate.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { type Proof, prove } from '../../audit/proof.ts';
import { declaredBy } from '../../../room-declarations.ts';
import { ROOMS } from '../../../rooms.ts';
import type { KnownKey } from '../../audit/verification.ts';
import { namedReceipts, type NamedReceipt, readFigures, readSchemaVersion, readSeal } from './queries.ts';
import { inWords, refused } from './archive-reader.ts';
import { ENTRIES, RECEIPTS } from './rules.ts';
import type { Manifest, ReceiptProblem } from './schema.ts';
import { type Origin, originOf } from './sealing.ts';
import { unpack, type Unpacked, type UnpackOptions } from './unpack.ts';

type Options = UnpackOptions & {
  /** The encryption key of the data directory. */
  encryptionKey?: Uint8Array | undefined;
  /**
   * What happens if the books do not agree with their audit log: the archive is refused, which is the default, or the
   * faults are returned, or this is not checked.
   */
  books?: 'refuse' | 'tell' | 'skip';
};

/** The result for an archive that is not refused: its manifest, who sealed it, and the result of the check of its books. */
export type Checked = { manifest: Manifest; origin: Origin; proof: Proof };

/** Unpacks and checks everything. Throws `file_refused` with the first fault. The caller removes what was unpacked. */
export async function unpackChecked(file: string, options: Options): Promise<Checked> {
  const unpacked = await unpack(file, options).catch((error: unknown) => {
    throw inWords(file, error);
  });
  compareFiles(file, unpacked);
  const { about, manifest } = unpacked;
  const [here, inside] = [options.encryptionKey, keyInside(file, options)];
  const origin = originOf(file, { ...unpacked, format: about.format }, { here, inside });
  // A key in the archive must match the seal of the audit log, and so must the key of this computer if it sealed the
  // archive. Otherwise, the key of this computer is tried.
  const isOwn =
    inside !== undefined || (origin.sealedBy === 'this computer' && (options.books ?? 'refuse') === 'refuse');
  const proof = await checkDatabase(file, options, { manifest, known: { encryptionKey: inside ?? here, isOwn } });
  return { manifest, origin, proof };
}

/** Returns the encryption key in an unpacked archive, or undefined if it contains no keys. */
function keyInside(file: string, { into }: Options): Uint8Array | undefined {
  const secrets = path.join(into, ENTRIES.secrets);
  if (!existsSync(secrets)) return undefined;
  try {
    return readSecrets(secrets).encryptionKey;
  } catch (error) {
    throw refused(file, 'contains keys that cannot be read. Use another backup. Nothing was changed.', error);
  }
}

function compareFiles(file: string, { about, manifest, files }: Unpacked): void {
  const { files: _files, receiptProblems: _problems, ...said } = manifest;
  if (!isDeepStrictEqual(said, about))
    throw refused(file, 'was tampered with: its first and last parts disagree. Nothing was changed.');
  const present = new Map(files.map((one) => [one.path, one]));
  for (const wanted of manifest.files) {
    const one = present.get(wanted.path);
    present.delete(wanted.path);
    if (!one) throw refused(file, `lacks ${wanted.path}. Use another backup. Nothing was changed.`);
    if (one.size !== wanted.size || one.sha256 !== wanted.sha256) {
      throw refused(file, `is damaged at ${wanted.path}. Use another backup. Nothing was changed.`);
    }
  }
  const [extra] = present.keys();
  if (extra !== undefined)
    throw refused(file, `contains ${extra}, which its manifest does not list. Nothing was changed.`);
}

async function checkDatabase(
  file: string,
  { into, books = 'refuse' }: Options,
  { manifest, known }: { manifest: Manifest; known: KnownKey },
): Promise<Proof> {
  const database = path.join(into, ENTRIES.database);
  const wrong = (what: string, cause?: unknown) =>
    refused(file, `contains a database that ${what}. Use another backup. Nothing was changed.`, cause);
  try {
    if (refuseForeignFile(database)) throw wrong('is empty or missing');
  } catch (error) {
    throw error instanceof SetupError ? wrong('was not made by Vestry', error) : error;
  }
  const db = connect(database, 'block');
  try {
    const damage = await damageOf(db, manifest);
    if (damage !== undefined) throw wrong(damage);
    const all = { ...known, declared: declaredBy(ROOMS) };
    const proof = await prove(db, { ...all, onlyLog: books !== 'refuse' });
    if (!proof.isIntact)
      throw refused(file, `contains books that were changed outside Vestry. ${proof.faults.join(' ')} ${ANOTHER}`);
    const fault = await disagreement(db, manifest);
    if (fault !== undefined) throw wrong(fault);
    return books === 'tell' ? { ...proof, faults: (await prove(db, all)).faults } : proof;
  } catch (error) {
    throw error instanceof AppError ? error : wrong('cannot be read', error);
  } finally {
    await db.destroy();
  }
}

const ANOTHER = 'Find out who changed them, and use an earlier backup. Nothing was changed.';

async function damageOf(db: Db, manifest: Manifest): Promise<string | undefined> {
  const [damage] = await findDamage(db);
  if (damage !== undefined) return `is damaged (${damage})`;
  if ((await readSchemaVersion(db)) !== manifest.schemaVersion) return 'has a version that differs from its manifest';
  const [broken] = await findBrokenReferences(db);
  if (broken !== undefined) return `refers to rows that do not exist (${broken})`;
  return undefined;
}

/** Returns how the database differs from the manifest, as the end of a sentence, or undefined. */
async function disagreement(db: Db, manifest: Manifest): Promise<string | undefined> {
  const figures = await readFigures(db);
  if (!isDeepStrictEqual(figures, manifest.figures)) return 'has figures other than those in its manifest';
  if (manifest.auditSeal !== (await readSeal(db))) return 'has an audit log whose seal differs from the manifest';
  return receiptFault(db, manifest);
}

/**
 * Returns how the receipts differ from their rows, or undefined. The manifest may list a receipt that was missing or
 * different already when the backup was made.
 */
async function receiptFault(
  db: Db,
  { files, receipts, receiptProblems, leavesOutReceipts }: Manifest,
): Promise<string | undefined> {
  const rest = new Map(files.filter(({ path }) => path.startsWith(RECEIPTS)).map((one) => [one.path, one]));
  const told = new Map(receiptProblems.map(({ path, problem }) => [path, problem]));
  const most = rest.size + receiptProblems.length;
  if (receipts < rest.size || receipts > most) return 'has another number of receipts than its manifest says';
  for await (const page of leavesOutReceipts ? [] : namedReceipts(db)) {
    for (const row of page) {
      const found = problemOf(row, rest.get(RECEIPTS + row.path));
      const said = told.get(row.path);
      rest.delete(RECEIPTS + row.path);
      if (found === said || (found === 'missing' && said === 'unreadable')) continue;
      if (found === 'missing') return `lists the receipt ${row.path}, which the backup lacks`;
      if (found) return `lists the receipt ${row.path} with another size or SHA-256 than the file in the backup`;
      return `lists the receipt ${row.path}, which is not ${said}, as the manifest says`;
    }
  }
  const [extra] = rest.keys();
  return extra === undefined ? undefined : `does not list ${extra}, which is in the backup`;
}

type File = Manifest['files'][number];

function problemOf({ size, sha256 }: NamedReceipt, file: File | undefined): ReceiptProblem['problem'] | undefined {
  if (!file) return 'missing';
  if (file.size !== size) return 'other size';
  return file.sha256 === sha256 ? undefined : 'other content';
}
