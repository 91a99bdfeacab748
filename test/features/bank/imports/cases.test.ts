/**
 * Files of banks and payment services, as people reported them, with what is right. Each was refused or misread once. All
 * people are invented.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { guessStatementMapping, readStatement } from '../../../../src/features/bank/files/read.ts';
import { importLines, previewLines } from '../../../../src/features/bank/lines/import.ts';
import { CsvMapping } from '../../../../src/features/bank/files/schema.ts';
import { decode } from '../../../../src/validate.ts';
import { undoBankImport } from '../../../../src/features/bank/imports/undo.ts';
import { mappingOf } from '../../../../src/features/bank/lines/mapping.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { checkingOf, linesOf } from '../../../support/console-church-bank.ts';

const bytesOf = (name: string) => readFileSync(path.join('test/cases', name));

let app: TestApp;
let checking: number;
beforeEach(async () => {
  app = await testApp();
  checking = await checkingOf(app);
});

const sent = (bytes: Buffer, mapping: object | null = null) => ({
  bytes,
  name: null,
  mapping: mapping && mappingOf(mapping),
});
const stored = async () =>
  (await linesOf(app, checking, { sort: 'id' })).map(({ date, amount, description }) => [date, amount, description]);

describe('rows in another currency', () => {
  const PAYPAL = {
    date: 'Date',
    description: 'Name',
    amount: 'Net',
    kind: 'Type',
    status: 'Status',
    bankId: 'Transaction ID',
    balance: 'Balance',
    dateFormat: 'mdy',
  };
  const EUROS = [{ currency: 'EUR', count: 2, total: 0, lines: [3, 4] }];

  test.each([['Currency'], [undefined]])(
    'of PayPal are left out, and their conversion is a line, with %s as the column of the currency',
    async (currency) => {
      const file = sent(bytesOf('26-paypal-other-currency.csv'), { ...PAYPAL, currency });
      expect(await previewLines(app, checking, file)).toMatchObject({
        imported: 3,
        otherCurrencies: EUROS,
        balance: 0,
      });
      expect(await importLines(app, checking, file)).toMatchObject({ imported: 3, pending: 1, otherCurrencies: EUROS });
      expect(await stored()).toEqual([
        ['2026-10-01', 4853, 'Alma Fenwick'],
        ['2026-10-02', 2110, 'General Currency Conversion'],
        ['2026-10-04', -6963, 'General Withdrawal'],
      ]);
    },
  );

  test('do not break the balances, which the conversion does if it is missing', async () => {
    const text = bytesOf('26-paypal-other-currency.csv')
      .toString()
      .replace(/.*Pending.*\n/, '')
      .replaceAll('-69.63', '-60.00')
      .replace(/"0\.00","Debit"\s*$/, '"9.63","Debit"');
    await expect(
      importLines(app, checking, sent(Buffer.from(text.replace(/.*21\.10.*\n/, '')), PAYPAL)),
    ).rejects.toThrow('balances in the file do not follow');
    expect(await importLines(app, checking, sent(Buffer.from(text), PAYPAL))).toMatchObject({ imported: 3 });
  });

  test('of PayPal that do not move the balance are no lines: what it only notes, holds back or has not settled', async () => {
    const head =
      '"Date","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Balance","Balance Impact"';
    const rows = [
      ['Alma Fenwick', 'Donation Payment', 'Completed', '50.00', '50.00', 'Credit'],
      ['Otto Fenwick', 'Donation Payment', 'Completed', '9.00', '50.00', 'Memo'],
      ['', 'Hold on Balance for Dispute Investigation', 'Completed', '-20.00', '30.00', 'Debit'],
      ['', 'Cancellation of Hold for Dispute Resolution', 'Completed', '20.00', '50.00', 'Credit'],
      ['Priya Ganesan', 'Donation Payment', 'Pending', '75.00', '50.00', 'Memo'],
    ].map(([name, type, status, amount, balance, impact], index) =>
      ['10/05/2026', name, type, status, 'USD', amount, '0.00', amount, `TX${index}`, '', balance, impact]
        .map((cell) => `"${cell}"`)
        .join(','),
    );
    const file = sent(Buffer.from([head, ...rows].join('\n')), PAYPAL);
    expect(await importLines(app, checking, file)).toMatchObject({ imported: 1, pending: 3 });
    expect(await stored()).toEqual([['2026-10-05', 5000, 'Alma Fenwick']]);
  });

  test('of the German PayPal are no lines, either, and its conversion of euros is one', async () => {
    const head =
      '"Datum","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode","Zugehöriger Transaktionscode","Guthaben","Auswirkung auf Guthaben"';
    const rows = [
      ['Alma Fenwick', 'Spendenzahlung', 'Abgeschlossen', 'USD', '1.050,00', '1.050,00', 'Haben'],
      ['Otto Fenwick', 'Spendenzahlung', 'Abgeschlossen', 'USD', '9,00', '1.050,00', 'Memo'],
      ['Otto Fenwick', 'Spendenzahlung', 'Abgeschlossen', 'EUR', '20,00', '20,00', 'Haben'],
      ['', 'Allgemeine Währungsumrechnung', 'Abgeschlossen', 'EUR', '-20,00', '0,00', 'Soll'],
      ['', 'Allgemeine Währungsumrechnung', 'Abgeschlossen', 'USD', '21,10', '1.071,10', 'Haben'],
      ['', 'Einbehaltung für offene Autorisierung', 'Abgeschlossen', 'USD', '-20,00', '1.051,10', 'Soll'],
      ['', 'Rückbuchung allgemeiner Einbehaltung', 'Abgeschlossen', 'USD', '20,00', '1.071,10', 'Haben'],
      ['Priya Ganesan', 'Spendenzahlung', 'Ausstehend', 'USD', '75,00', '1.071,10', 'Memo'],
      ['Lewis Marchetti', 'Spendenzahlung', 'Abgelehnt', 'USD', '5,00', '1.071,10', 'Memo'],
    ].map(([name, type, status, currency, amount, balance, impact], index) =>
      ['05.10.2026', name, type, status, currency, amount, '0,00', amount, `TX${index}`, '', balance, impact]
        .map((cell) => `"${cell}"`)
        .join(','),
    );
    const bytes = Buffer.from([head, ...rows].join('\n'));
    const guess = await guessStatementMapping(bytes);
    const file = sent(bytes, { ...guess?.mapping, dateFormat: 'dmy' });
    expect(await importLines(app, checking, file)).toMatchObject({
      imported: 2,
      pending: 3,
      otherCurrencies: [{ currency: 'EUR', count: 2, total: 0 }],
    });
    expect(await stored()).toEqual([
      ['2026-10-05', 105_000, 'Alma Fenwick'],
      ['2026-10-05', 2110, 'Allgemeine Währungsumrechnung'],
    ]);
  });

  const COLUMNS = { date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'ymd' };
  const csv = (...currencies: string[]) =>
    Buffer.from(['Date,Text,Amount,Currency', ...currencies.map((one) => `2026-10-05,Gift,5,${one}`)].join('\n'));

  test.each([
    ['all rows are', { ...COLUMNS, currency: 'Currency' }, csv('EUR', 'EUR'), [2, 'is EUR, but the account is in USD']],
    ['the code is unknown', { ...COLUMNS, currency: 'Currency' }, csv('USD', 'DEM'), [3, 'is DEM, but the account is']],
  ])('are faults if %s', async (_what, mapping, bytes, [line, message]) => {
    await expect(importLines(app, checking, sent(bytes, mapping))).rejects.toMatchObject({
      details: { rows: [{ line, column: 'Currency', message: expect.stringContaining(String(message)) }] },
    });
    expect(await stored()).toEqual([]);
  });

  const marked = (...amounts: string[]) =>
    Buffer.from(['Date,Text,Amount', ...amounts.map((one) => `2026-10-05,Gift,"${one}"`)].join('\n'));

  test('are left out by the sign of their amount, and count as faults if the sign does not say which currency it is', async () => {
    const euros = marked('$5.00', '€20.00', '1.234,00 €', 'NT$1,200', '7.00 CR');
    expect(await importLines(app, checking, sent(euros, COLUMNS))).toMatchObject({
      imported: 2,
      otherCurrencies: [
        { currency: 'EUR', count: 2, total: 125_400, lines: [3, 4] },
        { currency: 'TWD', count: 1, total: 120_000, lines: [5] },
      ],
    });
    const faulty = sent(marked('$6.00', '¥500'), COLUMNS);
    await expect(importLines(app, checking, faulty)).rejects.toMatchObject({
      details: { rows: [{ line: 3, column: 'Amount', code: 'other_currency', cell: '¥500' }] },
    });
    const named = Buffer.from('Date,Text,Amount,Currency\n2026-10-05,Gift,€5.00,USD');
    await expect(importLines(app, checking, sent(named, COLUMNS))).rejects.toMatchObject({
      details: { rows: [{ line: 2, column: 'Amount', code: 'other_currency' }] },
    });
    expect(await stored()).toEqual([
      ['2026-10-05', 500, 'Gift'],
      ['2026-10-05', 700, 'Gift'],
    ]);
  });

  test('of OFX are left out by their own currency, and by that of another statement of the account', async () => {
    const line = (id: string, more = '') =>
      `<STMTTRN><DTPOSTED>20261005<TRNAMT>5.00<FITID>${id}<NAME>Gift ${id}${more}</STMTTRN>`;
    const statement = (currency: string, ...lines: string[]) =>
      `<STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>1234</BANKACCTFROM><BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS>`;
    const cad = line('2', '<CURRENCY><CURRATE>1.1<CURSYM>CAD</CURRENCY>');
    const both = `<OFX><BANKMSGSRSV1>${statement('USD', line('1'), cad)}${statement('EUR', line('3'))}</BANKMSGSRSV1></OFX>`;
    expect(await importLines(app, checking, sent(Buffer.from(both)))).toMatchObject({
      imported: 1,
      otherCurrencies: [
        { currency: 'CAD', count: 1, total: 500 },
        { currency: 'EUR', count: 1, total: 500 },
      ],
    });
    const { problems } = await readStatement(Buffer.from(`<OFX>${statement('EUR')}</OFX>`), { currency: 'USD' });
    expect(problems).toMatchObject([{ column: 'CURDEF', code: 'other_currency' }]);
  });
});

describe('the signs of the file of a card', () => {
  const card = bytesOf('27-card.qfx');
  const TURNED = [
    ['2026-10-05', -555, 'OFFICE STORE'],
    ['2026-10-06', 10_000, 'PAYMENT THANK YOU'],
  ];

  test('are turned in QFX, too, and the account remembers it until the file is taken back', async () => {
    expect(await importLines(app, checking, sent(card, { reversed: true }))).toMatchObject({
      imported: 2,
      reversed: true,
    });
    expect(await stored()).toEqual(TURNED);
    expect(await previewLines(app, checking, sent(card))).toMatchObject({ imported: 0, skipped: 2, reversed: true });
    await undoBankImport(app, { id: checking, importId: 1 });
    expect(await previewLines(app, checking, sent(card))).toMatchObject({ imported: 2, reversed: false });
  });

  test('say nothing about the columns of CSV, which are asked for', async () => {
    const csv = Buffer.from('Date,Text,Amount\n2026-10-05,Gift,5.00\n');
    await expect(importLines(app, checking, sent(csv, { reversed: true }))).rejects.toThrow('The file is CSV.');
  });
});

describe('a file with other titles', () => {
  test.each([
    [
      '28-barclays.csv',
      'GBP',
      {
        missing: [],
        mapping: { date: 'Date', description: 'Memo', amount: 'Amount', kind: 'Subcategory', account: 'Account' },
      },
      [
        ['2026-10-13', 15_000, 'FENWICK A TITHE BGC', null],
        ['2026-10-14', -8210, 'BRITISH GAS ACC 123 DDR', null],
        ['2026-10-15', -4000, '000123', '123'],
      ],
    ],
    [
      '28-paypal-de.csv',
      'EUR',
      {
        missing: ['dateFormat'],
        mapping: {
          date: 'Datum',
          description: 'Beschreibung',
          amount: 'Netto',
          currency: 'Währung',
          balance: 'Guthaben',
        },
      },
      [
        ['2026-10-01', 4853, 'Spendenzahlung · Alma Fenwick', null],
        ['2026-10-03', -10_000, 'Allgemeine Abbuchung', null],
      ],
    ],
  ])('is read by its columns: %s', async (name, currency, guessed, lines) => {
    const guess = await guessStatementMapping(bytesOf(name));
    expect(guess).toMatchObject(guessed);
    const mapping = decode(CsvMapping, { dateFormat: 'dmy', ...guess?.mapping });
    const { statements, problems } = await readStatement(bytesOf(name), { mapping, currency });
    expect(problems).toEqual([]);
    const read = statements.flatMap((one) => one.lines);
    expect(read.map(({ date, amount, description, checkNumber }) => [date, amount, description, checkNumber])).toEqual(
      lines,
    );
  });
});

describe('above the header', () => {
  const MAPPING = { date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'mdy' };
  const csv = (...above: string[]) =>
    Buffer.from([...above, 'Date,Text,Amount,Balance', '10/05/2026,Gift,5.00,105.00'].join('\n'));

  test('titles are passed over: the account, the period, blank lines, and the balance before', async () => {
    const titles = ['Account: Checking 1234', '"10/01/2026 to 10/31/2026"', '', '10/01/2026,Beginning balance,100.00'];
    expect(await importLines(app, checking, sent(csv(...titles), MAPPING))).toMatchObject({ imported: 1 });
  });

  test('a line is refused, because it would be lost', async () => {
    const file = sent(csv('Account: Checking 1234', '10/04/2026,Deposit,80.00,100.00'), MAPPING);
    await expect(importLines(app, checking, file)).rejects.toMatchObject({
      details: { rows: [{ line: 2, code: 'above_header' }] },
    });
    expect(await stored()).toEqual([]);
  });
});

describe('a column that nothing reads and that may matter', () => {
  const file = (header: string, ...rows: string[]) => Buffer.from([header, ...rows].join('\n'));
  const MAPPING = { date: 'Date', description: 'Text', amount: 'Sum', dateFormat: 'mdy' };
  const bring = (bytes: Buffer, mapping: object | null, ignore: string[] = []) =>
    importLines(app, checking, { ...sent(bytes, mapping), ignore });

  test.each([
    ['Fee', '1.47'],
    ['Credit', '20.00'],
    ['手續費', '15'],
    ['State', 'Pending'],
  ])('is refused by its name: %s', async (column, cell) => {
    const refused = bring(file(`Date,Text,Sum,${column}`, `10/18/2026,Water,-41.20,${cell}`), MAPPING);
    const unread = [column];
    await expect(refused).rejects.toMatchObject({ code: 'file_refused', details: { extra: { unread } } });
    expect(await stored()).toEqual([]);
  });

  test('may be each of two columns with currencies', async () => {
    const bytes = file('Date,Text,Sum,Currency,Currency of card', '10/18/2026,Water,-41.20,USD,EUR');
    await expect(bring(bytes, MAPPING)).rejects.toMatchObject({ details: { extra: { unread: ['Currency of card'] } } });
  });

  test('is left out when somebody says so, and in the next file, too', async () => {
    const march = file('Date,Text,Sum,Fee', '10/18/2026,Water,-41.20,1.47');
    expect(await bring(march, { ...MAPPING, ignore: ['Fee'] })).toMatchObject({ imported: 1 });
    expect(await bring(march, null)).toMatchObject({ imported: 0, skipped: 1 });
    const april = file('Date,Text,Sum,Fee,Tip', '10/19/2026,Gas,-9.00,1.00,0.50');
    await expect(bring(april, null)).rejects.toMatchObject({ details: { extra: { unread: ['Tip'] } } });
    expect(await bring(april, null, ['Tip'])).toMatchObject({ imported: 1 });
    expect(await bring(april, null)).toMatchObject({ skipped: 1 });
  });

  test.each([
    ['is the balance', 'Available balance', '1,250.00'],
    ['is empty or zero in every row', 'Fee', '0.00'],
    ['says nothing about money or a status', 'Branch', 'Springfield'],
  ])('is none that %s', async (_what, column, cell) => {
    const bytes = file(`Date,Text,Sum,${column}`, `10/18/2026,Water,-41.20,"${cell}"`);
    expect(await bring(bytes, MAPPING)).toMatchObject({ imported: 1 });
  });

  test('is none of the gross amount and the fee that make up the amount', async () => {
    const rows = ['10/18/2026,Gift,48.53,50.00,-1.47', '10/19/2026,Refund,-19.60,-20.00,0.40'];
    const bytes = (...lines: string[]) => file('Date,Text,Sum,Gross,Fee', ...lines);
    expect(await bring(bytes(...rows), MAPPING)).toMatchObject({ imported: 2 });
    const off = bytes(...rows, '10/20/2026,Gift,48.00,50.00,-1.00');
    await expect(bring(off, MAPPING)).rejects.toMatchObject({ details: { extra: { unread: ['Gross', 'Fee'] } } });
  });

  test('is named after bad cells', async () => {
    const bytes = file('Date,Text,Sum,Fee', '10/18/2026,Water,4x,1.47');
    await expect(bring(bytes, MAPPING)).rejects.toMatchObject({
      details: { rows: [{ line: 2, code: 'invalid_amount' }] },
    });
  });
});
