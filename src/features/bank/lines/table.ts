import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** What Vestry remembers about the bank files of an account. */
export type BankFeedTable = {
  accountId: number;
  /** The number of the account in the files. */
  fileNumber: string | null;
  /** The columns of a CSV file, as JSON. */
  mapping: string | null;
};

/** A line of a bank statement. */
export type BankLineTable = AuditedColumns & {
  id: Generated<number>;
  accountId: number;
  /** The id that the bank gave to the line. Banks use some ids again. */
  bankId: string | null;
  date: string;
  /** Positive for money that the account received. */
  amountMinor: Minor;
  description: string;
  checkNumber: string | null;
  isIgnored: Generated<Flag>;
  /** The match that contains the line. Null if the line is open or ignored. */
  matchId: Generated<number | null>;
  /** The import that added the line. Null for lines from before version 30. */
  importId: Generated<number | null>;
  /** The rule that matched or ignored the line. Null if a person did. */
  ruleId: Generated<number | null>;
};
