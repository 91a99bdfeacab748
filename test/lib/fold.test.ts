import { describe, expect, test } from 'vitest';
import { fold, foldForSearch, wordsOf } from '../../src/lib/fold.ts';

describe('folding to compare', () => {
  test('ignores case, accents, width and runs of spaces, and keeps Chinese characters', () => {
    expect(fold('  José   ＧＡＲＣÍＡ ')).toBe('jose garcia');
    expect(fold('陳美玲')).toBe('陳美玲');
  });

  test('replaces ligatures and letters that have a stroke with plain letters', () => {
    expect(fold('Đặng Łukasz Søren Straße Æneas Œuvre')).toBe('dang lukasz soren strasse aeneas oeuvre');
  });
});

describe('folding to search', () => {
  test.each([
    ['Shu-Fen Huang', 'shufenhuang'],
    ['SHU‑FEN', 'shufen'],
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['St. John, Jr.', 'stjohnjr'],
    ['Ｗｉｄｅ　Ｌｅｔｔｅｒ', 'wideletter'],
    ['José Núñez', 'josenunez'],
    ['Nu\u0301n\u0303ez', 'nunez'],
    ['Đặng Straße Œuvre', 'dangstrasseoeuvre'],
    ['ΟΔΟΣ οδος', 'οδοσοδοσ'],
    ['İstanbul ısı', 'istanbulisi'],
    ['約翰·史密斯', foldForSearch('約翰史密斯')],
    ['瓦歷斯‧諾・幹•', foldForSearch('瓦歷斯諾幹')],
    ['line\nbreak\tand tab', 'linebreakandtab'],
    ['zero\u200Bwidth\u200D\uFEFFsigns\u2060', 'zerowidthsigns'],
    ['right\u202Eto\u2066left\u200F', 'righttoleft'],
    ['王\u{E0100}小❤\uFE0F', '王小❤'],
    ['ﷺ', 'صلىاللهعليهوسلم'],
    ['½ Ⅷ ㈱', '1⁄2viii(株)'],
    ['100%_*"q"', '100%_*"q"'],
    ['🎵𠮷', '🎵𠮷'],
    [" - , . ' ", ''],
    ['', ''],
  ])('%j folds to %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  test.each([
    ['陳', '陈'],
    ['黃', '黄'],
    ['發', '发'],
    ['髮', '发'],
    ['臺', '台'],
    ['後', '后'],
    ['裏', '裡'],
    ['裡', '里'],
    ['為', '爲'],
    ['為', '为'],
    ['啟', '啓'],
    ['群', '羣'],
    ['麼', '么'],
  ])('replaces %s and %s with the same character', (a, b) => {
    expect(foldForSearch(a)).toBe(foldForSearch(b));
  });

  test('keeps unrelated characters different', () => {
    const names = ['陳', '林', '王', '張', '李', '가', 'か', 'a', '𠮷'];
    expect(new Set(names.map(foldForSearch)).size).toBe(names.length);
  });

  test.each(['ﷺ', '龍', '𠀀', 'a', '㈱', 'é'])(
    'keeps the first 4,000 folded characters of a very long series of %s',
    (sign) => {
      const one = Array.from(foldForSearch(sign));
      const folded = Array.from(foldForSearch(sign.repeat(4001)));
      expect(folded).toEqual(Array.from({ length: 4000 }, (_, index) => one[index % one.length]));
    },
  );

  test('removes a very long series of combining marks at once', () => {
    expect(foldForSearch(`a${'\u0315\u0300\u0316'.repeat(100_000)}b`)).toBe('ab');
  });
});

describe('the words of a search term', () => {
  test.each([
    ['shu fen huang', ['shu', 'fen', 'huang']],
    ['Huang, Shu-Fen', ['huang', 'shufen']],
    ['shufen', ['shufen']],
    ['HUANG,SHU', ['huang', 'shu']],
    ['陳，美玲、 恩慈', ['陳', '美玲', '恩慈']],
    ["o'brien", ['obrien']],
    ['St. John', ['st', 'john']],
    ['an Anna ann', ['anna']],
    ['same same', ['same']],
    ['  \t ', []],
    ["- ' . ,", []],
    ['\u0301\u200B', []],
    ['%', ['%']],
  ])('%j are %j', (term, words) => {
    expect(wordsOf(term)).toEqual(words.map((word) => foldForSearch(word)));
  });

  test('come from the first 200 folded characters', () => {
    expect(wordsOf('㍿'.repeat(200))).toEqual([foldForSearch('㍿'.repeat(50))]);
    expect(wordsOf('x'.repeat(200))).toEqual(['x'.repeat(200)]);
  });
});
