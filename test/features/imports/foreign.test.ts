import { expect, test } from 'vitest';
import { guessStatementMapping, readStatement } from '../../../src/features/bank/files/read.ts';
import { testApp } from '../../support/app.ts';
import { importGifts, importPeople, importSpending } from '../../support/import.ts';

/** The first lines of made-up files, as the formats prescribe them. */
const FILES = {
  BAI2: [
    '01,122099999,123456789,261015,0200,1,,,2/',
    '02,031001234,122099999,1,261014,2359,,2/',
    '03,0975312468,,010,500000,,,190,70000000,4,0/',
    '16,165,1500000,1,DD1620,, DEALER PAYMENTS',
    '49,72000000,3/',
    '98,72000000,1,5/',
    '99,72000000,1,7/',
  ],
  NACHA: [
    '101 09100001912345678902610151200A094101EXAMPLE BANK           GRACE CHURCH                    ',
    '5200GRACE CHURCH                        1234567890PPDOFFERING        261016   1091000010000001',
    '622091000019123456789        0000005000               ALMA FENWICK            0091000010000001',
    '820000000100091000010000000000000000000050001234567890                         091000010000001',
    '9000001000001000000010009100001000000000000000000005000                                       ',
  ],
  MT940: ['', 'EXAMPLEXXXX', '940', 'EXAMPLEXXXX', ':20:STARTUMSE', ':25:1234/5678', ':61:2610151015C5,00NTRF'],
  CAMT: ['<?xml version="1.0"?>', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"></Document>'],
  QIF: ['!Type:Bank', 'D10/15/2026', 'T5.00', 'PAlma Fenwick', '^'],
};

test.each(Object.entries(FILES))('a file in %s is named as such by every import', async (name, lines) => {
  const app = await testApp();
  const refusal = {
    code: 'file_refused',
    message: expect.stringMatching(new RegExp(`^The file is ${name}, .*Download OFX`)),
  };
  await expect(importPeople(app, lines)).rejects.toMatchObject(refusal);
  await expect(importGifts(app, lines)).rejects.toMatchObject(refusal);
  await expect(importSpending(app, lines, { submittedBy: 'ann@example.org' })).rejects.toMatchObject(refusal);
  await expect(readStatement(Buffer.from(lines.join('\r\n')))).rejects.toMatchObject(refusal);
});

test('a list whose first cells are only like those of another format is taken for a list', async () => {
  const csv = Buffer.from('01,GIFT,2026-10-15,5.00\n02,RENT,2026-10-16,-9.00\n');
  expect(await guessStatementMapping(csv)).toMatchObject({ mapping: { date: '#3', amount: '#4' } });
});
