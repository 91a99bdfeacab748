/**
 * How entries of the audit log are chained, and how the end of the chain (the head) is authenticated. Everything here
 * is calculated from values, so that migrations can use it before there is an app.
 *
 * The hash of an entry covers a digest of its changes and not the changes, so that a privacy request can remove a person from
 * old entries without breaking the chain (`redaction.ts`). The head, in a table of its own, has the number of entries and the
 * last hash, with a seal: an HMAC under a key derived from `encryptionKey`. So whoever changes the database without the key
 * cannot write a chain that passes for ours.
 */
import { randomBytes } from 'node:crypto';
import { authenticate, deriveKey, isSameText } from '../../lib/seal.ts';
import { sha256Hex } from '../../lib/secret.ts';

/** `{field: [before, after]}`: the effect of a change, in the values of the API. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** A row's content without its place in the chain. */
export type ChainedContent = {
  at: string;
  action: string;
  actorId: number | null;
  actorName: string;
  entityType: string;
  entityId: string;
  changesDigest: string;
  ipAddress: string | null;
  requestId: string | null;
};

/**
 * The hash of a row covers its id, its content and the hash before it, so that no row can be changed, moved or removed.
 */
export function chainHash(id: number, row: ChainedContent, previousHash: string): string {
  const { at, action, actorId, actorName, entityType, entityId, changesDigest, ipAddress, requestId } = row;
  return sha256Hex(
    JSON.stringify([
      id,
      at,
      action,
      actorId,
      actorName,
      entityType,
      entityId,
      changesDigest,
      ipAddress,
      requestId,
      previousHash,
    ]),
  );
}

/**
 * Divides changes into a part that always stays, and fields that a privacy request may remove while the rest stays
 * proven.
 */
export function divide(fields: readonly string[], changes: Changes): { rest: Changes; withheld: Changes } {
  const [rest, withheld]: [Changes, Changes] = [{}, {}];
  for (const [field, change] of Object.entries(changes)) (fields.includes(field) ? withheld : rest)[field] = change;
  return { rest, withheld };
}

/** Changes as a row stores them. Rows from before version 9 of the database have neither salt nor digest. */
export type StoredChanges = {
  changes: string | null;
  /** Random text that keeps a short name from being guessed by its digest. It is deleted together with the name. */
  withheldSalt: string | null;
  /** The salted digest of what was removed; null as long as nothing was removed. */
  withheldDigest: string | null;
};

/**
 * Returns changes as they are stored with a new row, with their digest. `fields` are those that a privacy request may
 * remove.
 */
export function storeChanges(
  fields: readonly string[],
  changes: Changes | undefined,
): StoredChanges & { changesDigest: string } {
  const text = changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null;
  if (text === null || !changes || !fields.some((field) => field in changes))
    return { changes: text, withheldSalt: null, withheldDigest: null, changesDigest: sha256Hex(text ?? '') };
  const withheldSalt = randomBytes(16).toString('base64url');
  const { rest, withheld } = divide(fields, changes);
  const changesDigest = digestOfParts(rest, digestOfWithheld(withheld, withheldSalt));
  return { changes: text, withheldSalt, withheldDigest: null, changesDigest };
}

/** Returns the digest that replaces what was removed. The salt is destroyed with it, so nobody can try names. */
export function digestOfWithheld(withheld: Changes, salt: string): string {
  return sha256Hex(salt + JSON.stringify(withheld));
}

/** Returns the digest of changes in two parts, so that one part stays proven after the other is removed. */
export function digestOfParts(rest: Changes, withheldDigest: string): string {
  return sha256Hex(JSON.stringify([sha256Hex(JSON.stringify(rest)), withheldDigest]));
}

/** The end of the chain: the number of entries, and the hash of the last. */
export type Head = { entries: number; lastHash: string };

/** The form in which a head is printed, recorded and compared. */
export const headText = ({ entries, lastHash }: Head): string => `${entries}:${lastHash}`;

/** Whether a head was written by this program: sealed with the known key, with an unknown key, or not at all. */
export type Authentication = 'authenticated' | 'key unknown' | 'broken';

const SEAL = /^v1\.([0-9a-f]{16})\.([0-9a-f]{64})$/;

type HeadKey = { id: string; key: Uint8Array };
const headKeys = new WeakMap<Uint8Array, HeadKey>();

/** The key for heads, derived from the encryption key. Its id distinguishes two keys and reveals nothing about them. */
function headKeyOf(encryptionKey: Uint8Array): HeadKey {
  const known = headKeys.get(encryptionKey);
  if (known) return known;
  const key = deriveKey(encryptionKey, 'audit head');
  const made = { id: authenticate('id', key).slice(0, 16), key };
  headKeys.set(encryptionKey, made);
  return made;
}

/** The authentication code of a head, with the id of its key. */
export function sealHead(head: Head, encryptionKey: Uint8Array): string {
  const { id, key } = headKeyOf(encryptionKey);
  return `v1.${id}.${authenticate(headText(head), key)}`;
}

/** Judges a head by its seal. Without the right key the answer is that the key is unknown. */
export function judgeHead(head: Head, seal: string, encryptionKey: Uint8Array | undefined): Authentication {
  const [, id] = SEAL.exec(seal) ?? [];
  if (id === undefined) return 'broken';
  if (!encryptionKey || headKeyOf(encryptionKey).id !== id) return 'key unknown';
  return isSameText(seal, sealHead(head, encryptionKey)) ? 'authenticated' : 'broken';
}
