/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples, list } from '../../../lib/examples.ts';

const checking = {
  id: 2,
  name: 'Checking',
  nameZh: '支票帳戶',
  kind: 'Checking',
  number: '001234567',
  isActive: true,
  isDefault: true,
  isReserved: false,
  ...audited,
  balance: 18250.4,
};
const byMethod = (cash: number) => ({ Cash: cash, Check: 2, Zelle: 2, PayPal: 2, Card: 2, BankTransfer: 2, Other: 2 });

export const EXAMPLES: Examples = {
  NewAccount: { name: 'Savings', nameZh: '儲蓄帳戶', kind: 'Savings', number: '001234575' },
  AccountWithBalance: checking,
  AccountWithBalanceList: list(checking),
  PaymentAccountList: list({ id: 2, name: 'Checking', nameZh: '支票帳戶', kind: 'Checking', isDefault: true }),
  NewAccountsByMethod: { in: {}, out: { Cash: 3 } },
  AccountsByMethod: { in: byMethod(2), out: byMethod(3) },
};
