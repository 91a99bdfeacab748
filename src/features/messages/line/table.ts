import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

/** Which LINE account is whose; retired ones stay. A member has one live binding, and so has an account. */
export type MemberChannelBindingTable = {
  id: Generated<number>;
  memberId: number;
  platform: 'Line';
  platformUserId: string;
  displayName: string | null;
  /** The language of the account, as LINE tells it (BCP 47). */
  language: string | null;
  boundAt: string;
  retiredAt: string | null;
};

/** Codes with which members bind their LINE account; only a keyed hash is stored. */
export type LineBindingCodeTable = {
  id: Generated<number>;
  memberId: number;
  codeHash: string;
  createdAt: string;
  createdBy: number | null;
  expiresAt: string;
  usedAt: string | null;
  revokedAt: string | null;
};

/** A LINE group, or a chat of several people, that the church's account was invited to. */
export type MessagingGroupTable = AuditedColumns & {
  id: Generated<number>;
  platform: 'Line';
  platformGroupId: string;
  name: string;
  isActive: Flag;
  joinedAt: string;
  leftAt: string | null;
};

/** The ids of events that had an effect, so that none has it twice. */
export type WebhookEventTable = { eventId: string; at: string };
