import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../../../src/lib/fold.ts';
import { ruleTextOf } from '../../../../src/features/bank/bank-rules/text-rules.ts';

describe('the text of a rule', () => {
  test.each([
    ['ACH DEBIT SO CAL EDISON 88.12', 'ACH DEBIT SO CAL EDISON'],
    ['MONTHLY SERVICE FEE', 'MONTHLY SERVICE FEE'],
    ['INTEREST PAID MAR 2026', 'INTEREST PAID'],
    ['03/05 CHECKCARD 0304 AMAZON MKTPLACE SEATTLE WA 24431060', 'AMAZON MKTPLACE SEATTLE WA'],
    ['ZELLE TO GRACE LIN ON 03/05 REF# PP0A2B', 'ZELLE TO GRACE LIN ON'],
    ['PAYPAL *TRANSFER ID:1029384756', 'PAYPAL *TRANSFER'],
    ['MARKET STREET 12', 'MARKET STREET'],
    ['CHASE CREDIT CRD AUTOPAY - 5566', 'CHASE CREDIT CRD AUTOPAY'],
    ['3月5日電費台灣電力公司', '電費台灣電力公司'],
    ['ATM提款00123', 'ATM提款'],
    ['20260305', ''],
    ['  WIRE   FEE ', 'WIRE FEE'],
  ])('of "%s" is "%s"', (description, text) => {
    expect(ruleTextOf(description)).toBe(text);
    expect(foldForSearch(description)).toContain(foldForSearch(text));
  });
});
