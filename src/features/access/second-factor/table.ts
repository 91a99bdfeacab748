import type { Generated } from 'kysely';

export type AuthenticatorTable = {
  id: Generated<number>;
  userId: number;
  secret: string;
  createdAt: string;
  /** When the first code showed that the app has the secret. Null before that, while an earlier app may be in use. */
  confirmedAt: string | null;
  lastUsedAt: string | null;
  lastStep: Generated<number>;
  drift: Generated<number>;
  doubtfulStep: number | null;
};

export type RecoveryCodeTable = {
  id: Generated<number>;
  userId: number;
  lookup: string;
  codeHash: string;
  createdAt: string;
  usedAt: string | null;
};

export type PasskeyTable = {
  id: Generated<number>;
  userId: number;
  userHandle: string;
  credentialId: string;
  /** The public key in COSE form, as base64url. */
  publicKey: string;
  signCount: number;
  /** How a browser reaches the passkey (`usb`, `internal`), separated by spaces. */
  transports: string;
  /** The host name for which the passkey was made. It works nowhere else. */
  host: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
};

export type RememberedDeviceTable = {
  id: Generated<number>;
  userId: number;
  nameHash: string;
  tokenHash: string;
  previousHash: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  userAgent: string | null;
  ipAddress: string | null;
};

/** Tickets that were used and have not expired yet. */
export type UsedTicketTable = { id: string; expiresAt: string };
