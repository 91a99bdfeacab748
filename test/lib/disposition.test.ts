import { expect, test } from 'vitest';
import { attachment, fileNameOf } from '../../src/lib/disposition.ts';

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  [undefined, null],
  ['', null],
  ['attachment', null],
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  ['attachment;FileName = "a;b.pdf" ; size=3', 'a;b.pdf'],
  ['filename="only.pdf"', 'only.pdf'],
  ['attachment; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
  ['attachment; filename="C:\\dir\\a.pdf"', 'C:\\dir\\a.pdf'],
  [`attachment; filename="plain.pdf"; filename*=UTF-8''%E6%94%B6%E6%93%9A.pdf`, '收據.pdf'],
  [`attachment; filename*=utf-8'zh'%E6%94%B6.pdf; filename="plain.pdf"`, '收.pdf'],
  [`attachment; filename*=ISO-8859-1''Caf%E9.pdf`, 'Café.pdf'],
  [`attachment; filename="plain.pdf"; filename*=UTF-8''%E6%94`, 'plain.pdf'],
  [`attachment; filename="plain.pdf"; filename*=KOI8-R''%C1`, 'plain.pdf'],
  [latin1('attachment; filename="收據.pdf"'), '收據.pdf'],
  ['attachment; filename="Caf\u00E9.pdf"', 'Café.pdf'],
])('the name in %j is %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

test('a name is encoded in a form that every browser reads, and decoded unchanged', () => {
  const name = `O'Brien (1) *"\\" 收據 🧾.pdf`;
  const header = attachment(name);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(header).toMatch(/filename\*=UTF-8''[\w.~%!-]+$/);
  expect(fileNameOf(header)).toBe(name);
});

test('a very long header takes less than two seconds to read', () => {
  const startedAt = process.cpuUsage();
  fileNameOf(`attachment; filename="${'\\"'.repeat(200_000)}`);
  fileNameOf('; '.repeat(200_000));
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});
