/** Finds adjusting entries that change what the church has or owes without a payment. */
import { type AccountKind, isNoMoney } from '../../../books/account-kinds.ts';
import { addMoney, type Minor, negateMoney, parseMoney, ZERO } from '../../../lib/money.ts';

/** A line as the audit log has it: without its empty fields, and with decimal amounts. */
type Line = { accountId?: number; subCategoryId?: number; debit?: number; credit?: number };

type Books = {
  accounts: ReadonlyMap<number, { name: string; kind: AccountKind }>;
  /** The subcategories for depreciation. */
  depreciation: ReadonlySet<number>;
};

/**
 * Returns the names of the accounts that an entry changes without a payment, and the amount by which income, expenses
 * or net assets make up for it. Returns undefined for an entry of another kind: one that moves money, one that moves
 * something from one such account to another, depreciation, and a gain of an investment.
 */
export function writeOffOf(
  lines: unknown,
  { accounts, depreciation }: Books,
): { name: string; amount: Minor } | undefined {
  if (!Array.isArray(lines)) return undefined;
  const all = lines as readonly Line[];
  const named = all.flatMap((line) => {
    const account = accounts.get(line.accountId ?? 0);
    return account ? [{ ...account, amount: amountOf(line) }] : [];
  });
  if (named.length === 0 || named.some(({ kind }) => !isNoMoney(kind))) return undefined;
  const others = all.filter(({ accountId }) => accountId === undefined);
  const change = addMoney(ZERO, ...named.map(({ amount }) => amount));
  if (change === 0) return undefined;
  const isDepreciation =
    named.every(({ kind, amount }) => kind === 'FixedAsset' && amount < 0) &&
    others.every(({ subCategoryId }) => depreciation.has(subCategoryId ?? 0));
  const isGain = named.every(({ kind }) => kind === 'Investment') && change > 0;
  if (isDepreciation || isGain) return undefined;
  const name = [...new Set(named.map((one) => one.name))].join(', ');
  return { name, amount: change < 0 ? negateMoney(change) : change };
}

const amountOf = ({ debit, credit }: Line): Minor =>
  debit === undefined ? negateMoney(parseMoney(credit ?? 0) ?? ZERO) : (parseMoney(debit) ?? ZERO);
