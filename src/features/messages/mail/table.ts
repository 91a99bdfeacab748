import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';

/** The church's mail server. The table has at most one row. */
export type MailSettingsTable = AuditedColumns & {
  id: Generated<number>;
  preset: string | null;
  /** Null if no mail server is set up. */
  host: string | null;
  port: number;
  user: string | null;
  /** The password, sealed for this host and user. */
  password: string | null;
  /** The sender of letters, such as `Grace Church <office@example.org>`. */
  sender: string | null;
  maxConnections: number;
  perMinute: number | null;
  perDay: number | null;
};
