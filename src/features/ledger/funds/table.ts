import type { Generated } from 'kysely';
import type { FundClass } from '../../../books/fund-classes.ts';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type FundTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: string | null;
  /** The name in the form that `fold` returns. No two funds have the same `nameKey`. */
  nameKey: string;
  class: FundClass;
  purpose: string | null;
  isActive: Generated<Flag>;
  /** The restricted giving category for which migration 0020 added the fund. */
  madeFor: Generated<number | null>;
};

/** A loan whose principal a fund is for. */
export type FundReleaseTable = { fundId: number; accountId: number };
