import { describe, expect, test } from 'vitest';
import { compareNames, isChineseNickname, nameIndex, type PersonName, shareName } from '../../src/lib/names.ts';

const person = (firstName: string, lastName: string, chineseName: string | null = null): PersonName => ({
  firstName,
  lastName,
  chineseName,
});
const bob: PersonName = { ...person('Robert', 'Wong'), nickname: 'Bear' };

const CASES: [why: string, one: PersonName, other: PersonName, likeness: string][] = [
  ['equal', person('Shu-Fen', 'Huang'), person('Shu-Fen', 'Huang'), 'same'],
  ['case', person('SHU-FEN', 'huang'), person('Shu-Fen', 'Huang'), 'same'],
  ['accents', person('José', 'Núñez'), person('Jose', 'Nunez'), 'same'],
  ['apostrophe', person('Conan', 'O’Brien'), person('Conan', 'OBrien'), 'same'],
  ['no hyphen', person('Shufen', 'Huang'), person('Shu-Fen', 'Huang'), 'same'],
  ['pinyin with a space', person('Shu Fen', 'Huang'), person('Shu-Fen', 'Huang'), 'same'],
  ['surname first', person('Huang', 'Shu-Fen'), person('Shu-Fen', 'Huang'), 'same'],
  ['surname first, with a space', person('Huang Shu', 'Fen'), person('Shu-Fen', 'Huang'), 'same'],
  ['two surnames without a hyphen', person('Ana', 'Garcia Lopez'), person('Ana', 'Garcia-Lopez'), 'same'],
  ['middle name in the other field', person('Mary Ann', 'Smith'), person('Mary', 'Ann Smith'), 'same'],
  ['title', person('Rev. David', 'Lee'), person('David', 'Lee'), 'same'],
  ['traditional and simplified', person('', '', '黃麗華'), person('Li-Hua', 'Huang', '黄丽华'), 'same'],
  ['Chinese in the name fields', person('麗華', '黃'), person('Li-Hua', 'Huang', '黃麗華'), 'same'],
  ['Chinese given name first', person('黃', '麗華'), person('麗華', '黃'), 'same'],
  ['Chinese title', person('', '', '黃麗華姊妹'), person('Li-Hua', 'Huang', '黃麗華'), 'same'],
  ['Chinese name and a nickname', person('Bob', 'Lin', '林大偉'), person('Robert', 'Lin', '林大偉'), 'same'],
  ['Latin only, of somebody with a Chinese name', person('Wei', 'Chen'), person('Wei', 'Chen', '陳偉'), 'same'],

  ['nickname', person('Bob', 'Wong'), person('Robert', 'Wong'), 'near'],
  ['two nicknames', person('Liz', 'Wong'), person('Beth', 'Wong'), 'near'],
  ['nickname and middle name', person('Bob', 'Wong'), person('Robert J.', 'Wong'), 'near'],
  ['recorded nickname', person('Bear', 'Wong'), bob, 'near'],
  ['one letter mistyped', person('Shu-Fan', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['one letter left out', person('Shu-Fen', 'Hung'), person('Shu-Fen', 'Huang'), 'near'],
  ['one letter too many', person('Shu-Feng', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['two letters swapped', person('Shu-Fne', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['one letter off, surname first', person('Haung', 'Shufen'), person('Shu-Fen', 'Huang'), 'near'],
  ['given name missing', person('', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['surname missing', person('Shu-Fen', ''), person('Shu-Fen', 'Huang'), 'near'],
  ['initial', person('S.', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['initials', person('S.F.', 'Huang'), person('Shu-Fen', 'Huang'), 'near'],
  ['initial of the middle name', person('John M.', 'Smith'), person('John Michael', 'Smith'), 'near'],
  ['middle name missing', person('John', 'Smith'), person('John Michael', 'Smith'), 'near'],
  ['married, with both surnames', person('Mei-Ling', 'Chen Lin'), person('Mei-Ling', 'Chen'), 'near'],
  ['married, with a hyphen', person('Mei-Ling', 'Lin-Chen'), person('Mei-Ling', 'Chen'), 'near'],
  ['married, in Chinese', person('', '', '林陳美玲'), person('', '', '陳美玲'), 'near'],
  ['married, the same Chinese name', person('Grace', 'Lin', '陳美玲'), person('Mei-Ling', 'Chen', '陳美玲'), 'near'],
  ['somebody’s wife', person('Mrs. John', 'Smith'), person('John', 'Smith'), 'near'],
  ['somebody’s wife in Chinese', person('', '', '王小明太太'), person('', '', '王小明'), 'near'],
  ['son with the name of his father', person('John', 'Smith Jr.'), person('John', 'Smith'), 'near'],
  ['given name in the other order', person('Li-Mei', 'Chen'), person('Mei-Li', 'Chen'), 'near'],
  ['Chinese given name only', person('', '', '美玲'), person('', '', '陳美玲'), 'near'],
  ['only the same Latin name', person('Wei', 'Chen', '陳薇'), person('Wei', 'Chen', '陳偉'), 'near'],

  ['nickname alone', person('', 'Bob'), person('Robert', 'Wong'), 'near'],
  ['recorded nickname alone', person('', 'Bear'), bob, 'near'],
  ['Chinese nickname', person('衛', '小'), person('', '', '王衛國'), 'near'],
  ['Chinese nickname with a surname', person('小衛', '王'), person('Wei-Guo', 'Wang', '王衛國'), 'near'],
  ['Chinese nickname of the last character', person('', '', '阿芬'), person('', '', '林淑芬'), 'near'],
  ['Chinese nickname by doubling', person('', '', '芬芬'), person('', '', '林淑芬'), 'near'],
  ['simplified nickname', person('', '', '小卫'), person('', '', '王衛國'), 'near'],
  ['Chinese given name that looks like a nickname', person('', '', '阿滿'), person('', '', '吳阿滿'), 'near'],
  ['recorded Chinese nickname', person('', '', '大頭'), { ...person('', '', '王衛國'), nickname: '大頭' }, 'near'],
  [
    'recorded Chinese nickname with a surname',
    person('', '', '王胖'),
    { ...person('', '', '王衛國'), nickname: '胖' },
    'near',
  ],
  [
    'Chinese nickname beside a Latin name',
    person('', '', '小威'),
    { ...person('Wei', 'Wang'), nickname: '小威' },
    'near',
  ],
  ['Chinese nickname with another surname', person('', '', '李小衛'), person('', '', '王衛國'), 'different'],
  ['Chinese nickname of another character', person('', '', '小明'), person('', '', '王衛國'), 'different'],

  ['the same Chinese surname', person('Amy', 'Wang', '王'), person('Bo', 'Wong', '王大同'), 'different'],
  ['another given name', person('Shu-Chen', 'Huang'), person('Shu-Fen', 'Huang'), 'different'],
  ['another surname', person('Shu-Fen', 'Wu'), person('Shu-Fen', 'Huang'), 'different'],
  ['one letter of a short name', person('An', 'Li'), person('An', 'Lu'), 'different'],
  ['two letters', person('Mei-Lan', 'Chan'), person('Mei-Len', 'Chen'), 'different'],
  ['another middle name', person('John Peter', 'Smith'), person('John Michael', 'Smith'), 'different'],
  ['the same initial', person('James', 'Smith'), person('John', 'Smith'), 'different'],
  ['half of a given name', person('Ling', 'Chen'), person('Mei-Ling', 'Chen'), 'different'],
  ['nickname with another surname', person('Bob', 'Lee'), person('Robert', 'Wong'), 'different'],
  ['another Chinese character', person('', '', '黃淑芬'), person('', '', '黃淑芳'), 'different'],
  ['sisters', person('Shu-Fen', 'Huang', '黃淑芬'), person('Shu-Feng', 'Huang', '黃淑鳳'), 'different'],
  ['letters divided otherwise', person('Anna', 'Lee'), person('Ann', 'Alee'), 'near'],
  ['Latin against Chinese', person('Shu-Fen', 'Huang'), person('', '', '黃淑芬'), 'different'],
  ['no name', person('', ''), person('', ''), 'different'],
];

describe('names', () => {
  test.each(CASES)('%s', (_why, one, other, likeness) => {
    expect(compareNames(one, other)).toBe(likeness);
    expect(compareNames(other, one)).toBe(likeness);
  });

  test.each(CASES)('are found in an index as they compare: %s', (_why, one, other, likeness) => {
    const index = nameIndex<string>();
    index.add(person('Somebody', 'Else', '別人'), 'somebody else');
    index.add(one, 'found');
    expect(index.same(other)).toEqual(likeness === 'same' ? ['found'] : []);
    expect(index.near(other)).toEqual(likeness === 'near' ? ['found'] : []);
  });

  test.each([
    ['the Latin name', person('Wei', 'Chen', '陳薇'), person('WEI', 'Chen', '陳偉'), true],
    ['the Chinese name', person('Grace', 'Lin', '陳美玲'), person('Mei-Ling', 'Chen', '陈美玲'), true],
    ['no name', person('Grace', 'Lin', '陳美玲'), person('Mei-Ling', 'Chen'), false],
    ['a nickname only', person('Bob', 'Wong'), person('Robert', 'Wong'), false],
    ['the name of father and son', person('John', 'Smith Jr.'), person('John', 'Smith'), false],
  ])('of two people may have %s in common', (_what, one, other, isShared) => {
    expect(shareName(one, other)).toBe(isShared);
    expect(shareName(other, one)).toBe(isShared);
  });

  test.each([
    ['小衛', true],
    ['阿芬', true],
    ['老王', true],
    ['芬芬', true],
    ['芬姐', true],
    ['王媽媽', true],
    ['王弟兄', true],
    ['林淑芬', false],
    ['王小衛', false],
    ['吳阿滿', false],
    ['王芬', false],
    ['Bob', false],
  ])('of a person and what people call somebody: %s', (text, isNickname) => {
    expect(isChineseNickname(text)).toBe(isNickname);
  });

  test('that were added after a search are found, too', () => {
    const index = nameIndex<number>();
    expect(index.near(person('Bob', 'Wong'))).toEqual([]);
    index.add(person('Robert', 'Wong'), 1);
    expect(index.near(person('Bob', 'Wong'))).toEqual([1]);
  });
});
