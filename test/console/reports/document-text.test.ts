/** The descriptions of documents as the service writes them, in the words of the page. */
import { expect, test } from 'vitest';
import { describeDocuments } from '../../../src/books/posting-texts.ts';
import { documentText, memoOf } from '../../../src/console/reports/document-text.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../src/features/giving/givings/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp } from '../../support/app.ts';

const words = {
  method: (name: string) => `<${name}>`,
  category: (name: string) => ({ Tithe: '十一', 'Food, drink': '餐飲' })[name],
  phrase: (name: string, values: object = {}) =>
    name === 'separator' ? '、' : [`<${name}>`, ...Object.values(values)].join(' '),
};
const text = (type: string, description: string) => documentText({ type, description }, words);

test('a gift as the service describes it has the categories and the method of the page', async () => {
  const app = await testApp();
  const gift = { categoryId: 1, amount: 5, date: '2026-01-04', method: 'BankTransfer' };
  const { id } = await createGiving(app, decode(NewGiving, gift));
  const texts = await describeDocuments(app.db, [{ type: 'Giving', id }], () => 'Tithe');
  expect(text('Giving', texts.get(`Giving/${id}`)?.text ?? '')).toBe('十一 (<BankTransfer>)');
  expect(text('Giving', 'Tithe, Missions (Zelle), reversal of 7')).toBe('<reversal> 十一、Missions (<Zelle>) 7');
  expect(text('Giving', 'Food, drink (Cash)')).toBe('餐飲 (<Cash>)');
});

test('a payment has its method, its number and the day on which it was voided', () => {
  expect(text('Payment', 'Check 1041')).toBe('<Check> 1041');
  expect(text('Payment', 'Bank transfer A-1, voided on 2026-03-01')).toBe('<voided> <BankTransfer> A-1 2026-03-01');
  expect(text('Payment', 'Payment')).toBe('<payment>');
});

test('what somebody typed stays as it is', () => {
  expect(text('Deposit', 'Deposit: Two bags')).toBe('Two bags');
  expect(text('Deposit', 'Deposit')).toBe('');
  expect(memoOf('Transfer: To savings')).toBe('To savings');
  expect(text('OtherIncome', 'First Bank: Interest')).toBe('First Bank: Interest');
  expect(text('Expense', 'First Bank: Fee of the deposit of 2026-03-02: Bag')).toBe(
    'First Bank: <fee> 2026-03-02: Bag',
  );
  expect(text('JournalEntry', 'Payment')).toBe('Payment');
  expect(text('Opening', 'Opening of the books')).toBe('<opening>');
});
