import type { Method } from './payment-methods.ts';

/** The words that an import recognizes for each payment method, in addition to the name of the method. */
export const METHOD_WORDS = {
  Cash: ['coin', 'coins', 'currency', '現金', '现金'],
  Check: ['cheque', 'ck', 'chk', 'checks', 'personal check', '支票'],
  Zelle: [],
  PayPal: [],
  Card: ['credit card', 'creditcard', 'debit card', 'credit', 'debit', 'cc', 'visa', 'mastercard', '信用卡'],
  BankTransfer: [
    'ach',
    'eft',
    'bank',
    'bank account',
    'bank draft',
    'wire',
    'wire transfer',
    'direct deposit',
    'bankdraft',
    '轉帳',
  ],
  Other: ['online', 'egive', 'venmo', 'cash app', 'text', 'kiosk', 'stock', 'in kind', 'non cash', '其他'],
} satisfies Record<Method, string[]>;
