/**
 * Chains the entries of the audit log, and authenticates the end of the chain (the head). The functions use only their
 * arguments, so that migrations can call them before there is an app.
 *
 * The hash of an entry covers a digest of its changes instead of the changes themselves. A privacy request can
 * therefore remove a person from old entries without breaking the chain (`redaction.ts`). The head is a row in a table
 * of its own. It contains the number of entries, the last hash, and a seal: an HMAC under a key derived from
 * `encryptionKey`. A person who changes the database without this key cannot write a chain with a valid seal.
 */
import { authenticate, deriveKey, isSameText } from '../../lib/seal.ts';
import { randomSalt, sha256Hex } from '../../lib/secret.ts';

/** `{field: [before, after]}`: the effect of a change, in the values of the API. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** The content of an entry, without its id and its hashes. */
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
 * Returns the hash of an entry. It covers the entry's id, its content and the previous hash, so that no entry can be
 * changed, moved or removed unnoticed.
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
 * Divides changes into two parts. `withheld` contains the given fields, which a privacy request may remove. `rest`
 * contains all other fields. These are never removed, and can still be verified after a removal.
 */
export function divide(fields: readonly string[], changes: Changes): { rest: Changes; withheld: Changes } {
  const [rest, withheld]: [Changes, Changes] = [{}, {}];
  for (const [field, change] of Object.entries(changes)) (fields.includes(field) ? withheld : rest)[field] = change;
  return { rest, withheld };
}

/**
 * The columns in which an entry stores its changes. In an entry from before version 9 of the database, salt and digest
 * are null.
 */
export type StoredChanges = {
  changes: string | null;
  /**
   * Random text that is part of the digest, so that nobody can find a short name by trying names. It is deleted
   * together with the name.
   */
  withheldSalt: string | null;
  /** The salted digest of the removed fields; null as long as nothing was removed. */
  withheldDigest: string | null;
};

/**
 * Returns the columns that store the changes of a new entry, and the digest of the changes. `fields` are the fields
 * that a privacy request may remove.
 */
export function storeChanges(
  fields: readonly string[],
  changes: Changes | undefined,
): StoredChanges & { changesDigest: string } {
  const text = changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null;
  if (text === null || !changes || !fields.some((field) => field in changes))
    return { changes: text, withheldSalt: null, withheldDigest: null, changesDigest: sha256Hex(text ?? '') };
  const withheldSalt = randomSalt();
  const { rest, withheld } = divide(fields, changes);
  const changesDigest = digestOfParts(rest, digestOfWithheld(withheld, withheldSalt));
  return { changes: text, withheldSalt, withheldDigest: null, changesDigest };
}

/**
 * Returns the salted digest of the fields that a privacy request may remove. After a removal, only this digest of them
 * is left. The salt is then deleted, so that nobody can find the removed name by trying names.
 */
export function digestOfWithheld(withheld: Changes, salt: string): string {
  return sha256Hex(salt + JSON.stringify(withheld));
}

/**
 * Returns the digest of changes from their two parts. Because the withheld part is given as a digest, the rest can
 * still be verified after the withheld part was removed.
 */
export function digestOfParts(rest: Changes, withheldDigest: string): string {
  return sha256Hex(JSON.stringify([sha256Hex(JSON.stringify(rest)), withheldDigest]));
}

/** The end of the chain: the number of entries, and the hash of the last entry. */
export type Head = { entries: number; lastHash: string };

/** Returns a head as the text that is printed, recorded and compared. */
export const headText = ({ entries, lastHash }: Head): string => `${entries}:${lastHash}`;

/** The result of checking a seal: made with the known key, made with an unknown key, or invalid. */
export type Authentication = 'authenticated' | 'key unknown' | 'broken';

const SEAL = /^v1\.([0-9a-f]{16})\.([0-9a-f]{64})$/;

/** `last` is the text that was sealed last: the head that the next change of the audit log reads and checks. */
type SealKey = { id: string; key: Uint8Array; last?: { text: string; seal: string } };
const sealKeys = new WeakMap<Uint8Array, SealKey>();

/**
 * Returns the key that makes seals, and the id of that key. Both are derived from the encryption key. Two ids show
 * whether their keys are the same, and reveal nothing else about the keys.
 */
function sealKeyOf(encryptionKey: Uint8Array): SealKey {
  const known = sealKeys.get(encryptionKey);
  if (known) return known;
  const key = deriveKey(encryptionKey, 'audit head');
  const made: SealKey = { id: authenticate('id', key).slice(0, 16), key };
  sealKeys.set(encryptionKey, made);
  return made;
}

/** Returns the id of the key that makes seals, 16 hexadecimal digits. It is part of each seal. */
export const keyIdOf = (encryptionKey: Uint8Array): string => sealKeyOf(encryptionKey).id;

/** Returns the id of the key that made a seal, or undefined for a text that is not a seal. */
export const keyIdIn = (seal: string): string | undefined => SEAL.exec(seal)?.[1];

/** Returns the seal of a text: the id of the key, and the authentication code. */
export function sealText(text: string, encryptionKey: Uint8Array): string {
  const made = sealKeyOf(encryptionKey);
  if (made.last?.text !== text) made.last = { text, seal: `v1.${made.id}.${authenticate(text, made.key)}` };
  return made.last.seal;
}

/** Checks the seal of a text. Returns `key unknown` if the given key is missing or did not make the seal. */
export function judgeSeal(text: string, seal: string, encryptionKey: Uint8Array | undefined): Authentication {
  const id = keyIdIn(seal);
  if (id === undefined) return 'broken';
  if (!encryptionKey || keyIdOf(encryptionKey) !== id) return 'key unknown';
  return isSameText(seal, sealText(text, encryptionKey)) ? 'authenticated' : 'broken';
}

/** Returns the seal of a head. */
export const sealHead = (head: Head, encryptionKey: Uint8Array): string => sealText(headText(head), encryptionKey);

/** Checks the seal of a head, as `judgeSeal` does. */
export const judgeHead = (head: Head, seal: string, encryptionKey: Uint8Array | undefined): Authentication =>
  judgeSeal(headText(head), seal, encryptionKey);
