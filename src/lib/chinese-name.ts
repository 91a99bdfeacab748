/**
 * The common two-character surnames, in traditional and simplified characters. Any other surname is taken to have one
 * character.
 */
const COMPOUND = new Set(
  (
    '歐陽 欧阳 司徒 司馬 司马 上官 諸葛 诸葛 夏侯 皇甫 尉遲 尉迟 公孫 公孙 慕容 令狐 ' +
    '東方 东方 西門 西门 南宮 南宫 端木 獨孤 独孤 宇文 長孫 长孙 鍾離 钟离'
  ).split(' '),
);

/**
 * Splits a Chinese name into surname and given name. Returns undefined if the text is not a Chinese name. If the name
 * has a space, the surname is the part before the space. Otherwise the surname is the first character, or the first two
 * if they are a compound surname and a given name follows.
 */
export function splitChineseName(name: string): { lastName: string; firstName: string } | undefined {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const whole = first + rest.join('');
  if (!/^\p{Script=Han}{2,}$/u.test(whole)) return undefined;
  if (rest.length > 0) return { lastName: first, firstName: rest.join('') };
  const characters = Array.from(whole);
  const surname = characters.length > 2 && COMPOUND.has(characters.slice(0, 2).join('')) ? 2 : 1;
  return { lastName: characters.slice(0, surname).join(''), firstName: characters.slice(surname).join('') };
}
