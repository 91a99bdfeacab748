import { describe, expect, test } from 'vitest';
import { displayName } from '../../src/lib/file-name.ts';

const asPdf = (given: string | null) => displayName(given, ['pdf'], 'receipt');
const asJpeg = (given: string | null) => displayName(given, ['jpg', 'jpeg'], 'receipt');

test.each([
  ['lunch.pdf', 'lunch.pdf'],
  ['Lunch.PDF', 'Lunch.PDF'],
  ['收據 11月.pdf', '收據 11月.pdf'],
  ['Zoe\u0308.pdf', 'Zo\u00EB.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\ann\\scan.pdf', 'scan.pdf'],
  ['a\u0000b\r\n.pdf', 'ab.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.pdf'],
  ['\u2067\u200Fhidden\u200B.pdf', 'hidden.pdf'],
  ['page.html', 'page.pdf'],
  ['Rent Mar.15', 'Rent Mar.15.pdf'],
  ['trailing. . .', 'trailing.pdf'],
  ['.bashrc', 'bashrc.pdf'],
  ['half \uD83D', 'half \uFFFD.pdf'],
])('%j is shown as %j', (given, shown) => {
  expect(asPdf(given)).toBe(shown);
});

test.each([null, '', '.', '..', '/', 'a/', '.pdf', '..pdf', ' \u200E ', '\u0000.pdf'])(
  '%j becomes the default name',
  (given) => {
    expect(asPdf(given)).toBe('receipt.pdf');
  },
);

test('both spellings of the JPEG extension are accepted, and any other extension is replaced', () => {
  expect(asJpeg('a.jpeg')).toBe('a.jpeg');
  expect(asJpeg('a.JPG')).toBe('a.JPG');
  expect(asJpeg('a.png')).toBe('a.jpg');
});

describe('a long name', () => {
  test('is cut to 200 characters and keeps its extension', () => {
    expect(asPdf(`${'x'.repeat(500)}.pdf`)).toBe(`${'x'.repeat(196)}.pdf`);
  });

  test('is not cut inside a character', () => {
    const shown = asPdf(`x${'🧾'.repeat(300)}.pdf`);
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown).toMatch(/🧾\.pdf$/u);
  });
});
