/**
 * The countries of ISO 3166-1, and what depends on the country of a church. Names come from `Intl`; whether a code is one
 * does not, because `Intl` also names regions and countries that no longer exist.
 */
import type { Address } from './address.ts';
import type { Locale } from './wire.ts';

const CODES = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

/** The code of every country. */
export const COUNTRIES: readonly string[] = CODES.trim().split(/\s+/);

const known = new Set(COUNTRIES);

/** Codes that people write although they are not in ISO 3166-1, with the right ones. */
const MISTAKEN: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** Other names of countries, as addresses have them, without spaces and signs. */
const NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  unitedstatesofamerica: 'US',
  roc: 'TW',
  taiwanroc: 'TW',
  republicofchinataiwan: 'TW',
  中華民國: 'TW',
  臺灣: 'TW',
  greatbritain: 'GB',
};

/** Returns whether the text is the code of a country in ISO 3166-1, such as US. */
export function isCountry(code: string): boolean {
  return known.has(code);
}

/** Returns the code for a code in lower case or the name of a country. Returns any other text as it is. */
export function readCountry(text: string): string {
  const name = text.normalize('NFKC').replaceAll(/[^\p{L}]/gu, '');
  const code = name.toUpperCase();
  if (isCountry(code)) return code;
  if (code.length === 2 && /^[A-Z]+$/.test(code)) return text;
  return NAMES[name.toLowerCase()] ?? codeOfName(name) ?? text;
}

/** The codes of countries by their names in both languages. Put together at first use, because `Intl` takes time. */
let codesByName: ReadonlyMap<string, string> | undefined;

function codeOfName(name: string): string | undefined {
  const keyOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '').toLowerCase();
  // Of two countries with one name, the first counts.
  codesByName ??= new Map(
    COUNTRIES.toReversed().flatMap((code) =>
      (['en-US', 'zh-TW'] as const).map((locale) => [keyOf(countryName(code, locale)), code] as const),
    ),
  );
  return codesByName.get(keyOf(name));
}

/** Returns the right code for one that people often mistake for it, such as GB for UK. */
export function meantCountry(text: string): string | undefined {
  return MISTAKEN[text.trim().toUpperCase()];
}

/** Returns the name of a country in a language. Returns a text that is not a code as it is. */
export function countryName(code: string, locale: Locale): string {
  if (!isCountry(code)) return code;
  const names = displayNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  displayNames.set(locale, names);
  return names.of(code) ?? code;
}

const displayNames = new Map<Locale, Intl.DisplayNames>();

/** The countries whose currency tells that a church is there, until its address does. */
const BY_CURRENCY: Readonly<Record<string, string>> = { USD: 'US', TWD: 'TW' };

/**
 * Returns the country whose rules hold for a church: that of its address, or else the one that its currency belongs to.
 * Returns null if neither names a country.
 */
export function rulingCountry(church: { address: Pick<Address, 'country'> | null; currency: string }): string | null {
  const written = church.address?.country;
  const code = written == null ? '' : readCountry(written);
  return isCountry(code) ? code : (BY_CURRENCY[church.currency] ?? null);
}

/** Returns whether the forms and sentences of the IRS are for churches in a country. */
export function hasIrs(country: string | null): boolean {
  return country === 'US';
}
