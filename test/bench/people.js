/** Generates plausible members with English and Chinese names. Every run generates the same members. */

const NICKNAME_SHARE = 0.2;
const FIRST_BIRTHDAY = Date.UTC(1935, 0, 1);
const LIFETIME_DAYS = 31_000;
const DAY_MS = 86_400_000;
const SEED = 20_260_706;

const FIRST_NAMES =
  'Aaron Abigail Alice Andrew Angela Anna Benjamin Brian Caleb Catherine Charles Christine Daniel David Deborah Diana ' +
  'Edward Elizabeth Emily Emma Eric Esther Eunice Felix Frances George Grace Gregory Hannah Helen Henry Irene Isaac ' +
  'Jacob James Janet Jason Jennifer Jessica John Jonathan Joseph Joshua Joyce Judith Julia Karen Kenneth Kevin Laura ' +
  'Leah Lillian Linda Lois Lucy Luke Margaret Maria Mark Martha Martin Mary Matthew Melissa Michael Michelle Miriam ' +
  'Nancy Naomi Nathan Nicholas Olivia Patricia Paul Peter Philip Phoebe Priscilla Rachel Raymond Rebecca Richard ' +
  'Robert Ruth Samuel Sandra Sarah Sharon Simon Sophia Stephen Susan Teresa Thomas Timothy Tiffany Victor Vincent ' +
  'Vivian Walter Wendy William Yvonne Zoë';

const LAST_NAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson ' +
  'Thomas Taylor Moore Jackson Martin Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young ' +
  "Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell O'Brien " +
  'Carter Roberts Gómez Phillips Evans Turner Díaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy ' +
  'Cook Rogers Gutiérrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson ' +
  'Brooks Chávez Wood Bennett Gray Mendoza Ruiz Hughes Price Álvarez Castillo Sanders Patel Myers Long Ross Foster';

/** The most common names are first. Each name is followed by its spelling in Latin letters. */
const CHINESE_LAST_NAMES =
  '陳 Chen,林 Lin,黃 Huang,張 Chang,李 Lee,王 Wang,吳 Wu,劉 Liu,蔡 Tsai,楊 Yang,許 Hsu,鄭 Cheng,謝 Hsieh,郭 Kuo,洪 Hung,' +
  '邱 Chiu,曾 Tseng,廖 Liao,賴 Lai,徐 Hsu,周 Chou,葉 Yeh,蘇 Su,莊 Chuang,呂 Lu,江 Chiang,何 Ho,蕭 Hsiao,羅 Lo,高 Kao,' +
  '潘 Pan,簡 Chien,朱 Chu,鍾 Chung,彭 Peng,游 Yu,詹 Chan,胡 Hu,施 Shih,沈 Shen,余 Yu,盧 Lu,梁 Liang,趙 Chao,顏 Yen,' +
  '柯 Ko,翁 Weng,魏 Wei,孫 Sun,戴 Tai,歐陽 Ouyang,司徒 Szeto';

const CHINESE_LETTERS =
  '志明俊傑建宏家豪淑芬美玲雅婷怡君恩慈信望愛約翰路得以琳佳穎欣宜詩涵子軒宇翔承恩品妤心怡思妤冠廷柏翰彥廷哲瑋' +
  '建國文雄正義國華春嬌秀英麗華玉蘭金龍福來天賜榮光耀祖光明永安和平喜樂仁義謙柔溫良忠信誠實敬虔聖潔蒙恩得勝' +
  '曉東曉梅雪芳雲鵬海燕山川江河月亮星辰晨曦晴朗';

const STREETS = 'Maple Oak Cedar Elm Pine Walnut Chestnut Hill Lake River Church Mission Park Garden Grove'.split(' ');
const CITIES = 'Arcadia,San Gabriel,Monterey Park,Alhambra,Rosemead,Pasadena,Temple City,El Monte'.split(',');

/**
 * Yields the fields of this many new members. A larger `count` begins with the same people. `chineseShare` is the share
 * of people with a Chinese name.
 */
export function* people(count, chineseShare = 0.5) {
  const random = generator(SEED);
  for (let n = 1; n <= count; n++) yield personOf(n, random, chineseShare);
}

function personOf(n, random, chineseShare) {
  const isChinese = random() < chineseShare;
  const [chineseLastName, spelling] = pickCommon(chineseLastNames, random);
  const firstName = pick(firstNames, random);
  const lastName = isChinese ? spelling : pickCommon(lastNames, random);
  return {
    firstName,
    lastName,
    nickname: random() < NICKNAME_SHARE ? firstName.slice(0, 3) : null,
    chineseName: isChinese ? chineseLastName + pick(letters, random) + pick(letters, random) : null,
    gender: random() < 0.5 ? 'Male' : 'Female',
    birthDate: new Date(FIRST_BIRTHDAY + Math.floor(random() * LIFETIME_DAYS) * DAY_MS).toISOString().slice(0, 10),
    email: `${lastName}.${n}@example.org`
      .normalize('NFD')
      .replace(/[^\w.@]/g, '')
      .toLowerCase(),
    phone: `626-555-${String(n % 10_000).padStart(4, '0')}`,
    address: {
      line1: `${1 + Math.floor(random() * 999)} ${pick(STREETS, random)} Street`,
      line2: null,
      city: pick(CITIES, random),
      state: 'CA',
      postalCode: '91007',
      country: 'US',
    },
    status: random() < 0.8 ? 'Active' : 'Visitor',
    offeringNumber: String(n),
  };
}

const firstNames = FIRST_NAMES.split(' ');
const lastNames = LAST_NAMES.split(' ');
const chineseLastNames = CHINESE_LAST_NAMES.split(',').map((pair) => pair.split(' '));
const letters = [...new Set(CHINESE_LETTERS)];

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** Picks earlier names more often than later ones, because some names are much more common than others. */
function pickCommon(list, random) {
  return list[Math.floor(random() ** 2 * list.length)];
}

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). Equal seeds produce equal numbers. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
