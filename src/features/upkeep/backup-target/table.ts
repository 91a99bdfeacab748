import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';
import type { Holds, PlaceKind } from './places.ts';

/** The place off this computer to which copies are sent. The table has at most one row. */
export type BackupTargetTable = AuditedColumns & {
  id: Generated<number>;
  /** Null if there was a place, and it was given up. */
  kind: PlaceKind | null;
  /** A folder, or `REMOTE:PATH` as rclone takes it. */
  place: string | null;
  keepDays: number;
  keepWeeks: number;
  keepMonths: number;
  afterSubmit: Flag;
  afterFinalize: Flag;
  nightly: Flag;
  /** Who this church is. Stays the same when a backup is restored. */
  churchKey: string;
  /** Who this installation is. A new one after each restore. */
  installationKey: string;
  /** How often something happened after which the books are sent, and how much of that the last copy has. */
  owed: Generated<number>;
  sent: Generated<number>;
  lastErrorCode: Generated<string | null>;
  lastErrorDetail: Generated<string | null>;
  lastErrorAt: Generated<string | null>;
};

/** The copies that were sent and found whole at their place. */
export type BackupCopyTable = {
  id: Generated<number>;
  /** The kind and the place, as `placeKey` writes them. */
  place: string;
  name: string;
  holds: Holds;
  installationKey: string;
  /** The copy has everything that was stored before this instant. */
  asOf: string;
  size: number;
  sha256: string;
  sentAt: string;
};
