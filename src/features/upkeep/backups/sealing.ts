/**
 * Seals archives, and says who sealed one. The seal covers the manifest, which has the SHA-256 of every file. Nobody can
 * therefore change anything in an archive without the computer that sealed it noticing.
 */
import { sha256Hex } from '../../../lib/secret.ts';
import { printable } from '../../../lib/text.ts';
import type { AppError } from '../../../errors.ts';
import { judgeSeal, keyIdIn, keyIdOf, sealText } from '../../audit/chain.ts';
import { refused } from './archive-reader.ts';
import { type Backup, SEALED_SINCE } from './schema.ts';

/** Who sealed an archive, and the id of the key. */
export type Origin = Pick<Backup, 'sealedBy' | 'sealingKey'>;

/** Returns the seal of an archive with this manifest, which can be checked only with the same encryption key. */
export function sealArchive(manifest: string | Uint8Array, encryptionKey: Uint8Array): string {
  return sealText(sealed(manifest), encryptionKey);
}

/** Begins differently from the head of an audit log, so that neither seal can serve as the other. */
const sealed = (manifest: string | Uint8Array) => `archive ${sha256Hex(manifest)}`;

type Sealed = { format: number; manifestText: string; seal: string | undefined };

/** The encryption keys of this computer and of the archive itself, if they are known. */
type Keys = { here: Uint8Array | undefined; inside: Uint8Array | undefined };

/**
 * Returns who sealed an archive. Throws `file_refused` if its seal is missing or wrong. Without the key that made the
 * seal, the seal cannot be checked, and anybody could have made it.
 */
export function originOf(file: string, { format, manifestText, seal }: Sealed, { here, inside }: Keys): Origin {
  if (seal === undefined) {
    if (format < SEALED_SINCE) return { sealedBy: 'nobody', sealingKey: null };
    throw refused(file, 'has lost its seal. Use another backup. Nothing was changed.');
  }
  const judged = judgeSeal(sealed(manifestText), seal, inside ?? here);
  if (judged === 'broken' || (judged === 'key unknown' && inside))
    throw refused(file, 'was changed after it was made: its seal is wrong. Use another backup. Nothing was changed.');
  const sealingKey = keyIdIn(seal) ?? null;
  const isOurs = here !== undefined && sealingKey === keyIdOf(here);
  return { sealedBy: isOurs ? 'this computer' : 'another computer', sealingKey };
}

/** Returns who sealed an archive, for people. */
export function sealedByText({ sealedBy, sealingKey }: Origin): string {
  return sealingKey === null ? 'nobody, because an earlier Vestry made it' : `${sealedBy} (key ${sealingKey})`;
}

/**
 * Returns true if the contents of an archive are proven: it was encrypted with the passphrase that opened it, or this
 * computer sealed it.
 */
export function isProven({ isEncrypted, sealedBy }: Pick<Backup, 'isEncrypted' | 'sealedBy'>): boolean {
  return isEncrypted || sealedBy === 'this computer';
}

/** Returns the `file_refused` error for an archive that is not proven. It says what the archive says about itself. */
export function unproven(backup: Backup, hasKey: boolean): AppError {
  const { church, createdAt, sealingKey } = backup;
  const whose = hasKey ? ' of another computer' : ', which this computer cannot check, because it has no key yet';
  const reason =
    sealingKey === null
      ? 'was made by an earlier Vestry, which did not seal backups'
      : `was sealed with the key ${sealingKey}${whose}`;
  const says = `It says that it has the books of ${printable(church ?? 'a church without a name')} as of ${createdAt}.`;
  return refused(
    backup.file,
    `is not encrypted and ${reason}. Anybody could have written or changed it. ${says} ` +
      'If you know where it comes from and who could change it since, add --accept-unproven. Nothing was changed.',
  );
}
