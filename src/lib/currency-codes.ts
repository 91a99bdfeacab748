/**
 * The currencies of ISO 4217, List One ("Current currency and funds"), which SIX maintains, with the amendments up to
 * number 180 (the Bulgarian lev left on 2026-01-01): https://www.six-group.com/en/products-services/financial-information/data-standards.html
 * `Intl` is not asked, because its answers differ between releases of Node.js, and follow the use in shops, where some
 * currencies have fewer decimals. The codes of funds, metals and units of account are left out.
 */
const CURRENT = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
  SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV
  WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`;

/** Currencies that left the list after 2020. Books that began in one of them stay valid. */
const WITHDRAWN = 'ANG BGN CUC HRK SLL ZWL';

const codes = (text: string) => text.trim().split(/\s+/);

/** The code of every currency that a church may have. */
export const CURRENCIES: ReadonlySet<string> = new Set([...codes(CURRENT), ...codes(WITHDRAWN)]);

/** The number of decimals of each currency that does not have two. */
export const OTHER_DECIMALS: ReadonlyMap<string, number> = new Map([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF').map((code) => [code, 0] as const),
  ...codes('BHD IQD JOD KWD LYD OMR TND').map((code) => [code, 3] as const),
]);
