import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

/** Bindings connect members with LINE accounts. A member and an account have at most one live binding each. */
export type MemberChannelBindingTable = {
  id: Generated<number>;
  memberId: number;
  platform: 'Line';
  platformUserId: string;
  displayName: string | null;
  /** The language of the account according to LINE (BCP 47). */
  language: string | null;
  boundAt: string;
  retiredAt: string | null;
};

/** Codes with which members connect their LINE accounts. Only a keyed hash of a code is stored. */
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

/** A LINE group or multi-person chat that the church's account was invited to. */
export type MessagingGroupTable = AuditedColumns & {
  id: Generated<number>;
  platform: 'Line';
  platformGroupId: string;
  name: string;
  isActive: Flag;
  joinedAt: string;
  leftAt: string | null;
};

/** The ids of handled events, so that a repeated event has no effect. */
export type WebhookEventTable = { eventId: string; at: string };
