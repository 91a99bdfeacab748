import { expect, test } from 'vitest';
import { decodedAs, encodingNamed, recogniseText } from '../../src/lib/encoding.ts';
import { big5 } from '../support/big5.ts';

const LIST = 'Name,姓名,電話\r\nAnn Lee,陳美玲,555\r\nBob Wong,王一,556\r\n';
const be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', 'utf-8', Buffer.from(LIST)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\uFEFF${LIST}`)],
  ['UTF-16 little-endian with a mark', 'utf-16le', Buffer.from(`\uFEFF${LIST}`, 'utf16le')],
  ['UTF-16 big-endian with a mark', 'utf-16be', be(`\uFEFF${LIST}`)],
  ['UTF-16 little-endian without a mark', 'utf-16le', Buffer.from(LIST, 'utf16le')],
  ['UTF-16 big-endian without a mark', 'utf-16be', be(LIST)],
  ['Big5', 'big5', big5(LIST)],
])('%s is recognized, and the byte-order mark is not part of the text', async (_name, encoding, bytes) => {
  expect(await recogniseText(bytes)).toEqual({ encoding, text: LIST });
});

test('Big5 after the mark of UTF-8, as some programs write it, is read as what it is', async () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), big5(LIST)]);
  expect(await recogniseText(bytes)).toEqual({ encoding: 'big5', text: LIST });
});

test('every character of Big5 is one that others can show', async () => {
  const known = { '8740': '䏰', '8862': 'Ê̄', '9068': '邨', a440: '一', c6a1: '①', f9d5: '龘', fefe: '秔' };
  for (const [bytes, character] of Object.entries(known)) {
    expect((await decodedAs('big5', Buffer.from(bytes, 'hex')))?.text, bytes).toBe(character);
  }
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      expect((await decodedAs('big5', Buffer.from([lead, trail])))?.text ?? '').not.toMatch(/\p{Co}/u);
    }
  }
});

test.each([
  '姓名,電話\n王小明,123\n李大同,456\n',
  '姓名,地址\n王小明,台北市大安區和平東路1號\n李大同,台北市大安區信義路2號\n陳大文,台北市大安區復興南路3號\n',
])('a list in Big5 is recognized even if some second bytes are ASCII letters', async (text) => {
  expect(await recogniseText(big5(text))).toEqual({ encoding: 'big5', text });
});

test.each([
  ['Latin-1', Buffer.from('Name,City\nJosé,Málaga\n', 'latin1')],
  ['Latin-1 whose bytes happen to be Big5', Buffer.from('Name\nGarcía\nMuñoz\nÁngela\n', 'latin1')],
  ['a Latin-1 name alone', Buffer.from('Name\nÁngela\n', 'latin1')],
  ['GB 18030', Buffer.from([0x4e, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x0a, 0x41, 0x2c, 0xb3, 0xc2, 0xc3, 0xc0, 0xc1, 0xe1])],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52])],
])('%s is not recognized, so that it is not turned into wrong letters', async (_name, bytes) => {
  expect(await recogniseText(bytes)).toBeUndefined();
});

test('text is read in the named encoding, and refused if it is not valid in that encoding', async () => {
  expect((await decodedAs('windows-1252', Buffer.from('José', 'latin1')))?.text).toBe('José');
  expect(await decodedAs('utf-8', Buffer.from('José', 'latin1'))).toBeUndefined();
  expect([encodingNamed('utf8'), encodingNamed('Big5'), encodingNamed('nothing')]).toEqual([
    'utf-8',
    'big5',
    undefined,
  ]);
});

test('the euro sign and the curly quotation marks of Windows files are read as such', async () => {
  const bytes = Buffer.from([0x80, 0x31, 0x20, 0x93, 0x4f, 0x92, 0x4e, 0x94, 0x20, 0x96, 0xe9]);
  for (const name of ['windows-1252', 'iso-8859-1']) expect((await decodedAs(name, bytes))?.text).toBe('€1 “O’N” –é');
});
