import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** The opening of the books. There is at most one row, with the id 1. */
export type BookOpeningTable = AuditedColumns & {
  id: number;
  /** The books begin at the start of this day. */
  date: string;
  /** The unpaid part of expenses that were approved before the books began. */
  unpaidMinor: Minor;
  /** The part of expenses approved later that was paid before the books began. */
  paidEarlyMinor: Minor;
  /** 1 if an upgrade took the opening from the first monthly statement, and nobody has replaced it. */
  isFromUpgrade: Generated<Flag>;
};

/** The balance of an account at the start of the books: positive for what the church has, negative for what it owes. */
export type OpeningAccountTable = { accountId: number; balanceMinor: Minor; bankBalanceMinor: Minor | null };

/** The balance of a fund at the start of the books, including the General fund. */
export type OpeningFundTable = { fundId: number; balanceMinor: Minor };

/** What a fund holds of an account when the books begin. */
export type OpeningHoldingTable = { accountId: number; fundId: number; amountMinor: Minor };

/** A check (negative) or a deposit from before the books began that the bank had not seen yet. */
export type OutstandingItemTable = {
  id: Generated<number>;
  accountId: number;
  date: string;
  reference: string | null;
  amountMinor: Minor;
};

/** An amount of giving, income or expenses of the first fiscal year from before the books began. */
export type OpeningAmountTable = {
  position: number;
  categoryId: number | null;
  incomeCategoryId: number | null;
  subCategoryId: number | null;
  fundId: number;
  ministryId: number | null;
  amountMinor: Minor;
};
