import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Direction, RuleAction } from './schema.ts';

/** A rule that a person made for lines of a bank statement. Lines and matches name it, so a deleted rule stays. */
export type BankRuleTable = AuditedColumns &
  SoftDeleted &
  RuleAction & {
    id: Generated<number>;
    accountId: number;
    name: string | null;
    contains: string;
    direction: Direction;
    amountFromMinor: Minor | null;
    amountToMinor: Minor | null;
    isActive: Flag;
    position: number;
  };
