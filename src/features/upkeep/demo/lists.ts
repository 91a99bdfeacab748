/** Reads the lists in `data/demo/`, from which a demo church is made. */
import { readFileSync } from 'node:fs';
import { packageRoot, readShipped } from '../../../package.ts';
import type { Role } from '../../../permissions.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Gender } from '../../people/members/schema.ts';
import type { TaxClassification, TinType } from '../../spending/vendors/schema.ts';
import type { Address } from '../../../lib/address.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';

/** A Chinese name: in characters, and in the usual Latin spelling of Taiwan, Hong Kong and mainland China. */
export type ChineseName = { characters: string; taiwan: string; hongKong: string; mainland: string };
export type Spelling = Exclude<keyof ChineseName, 'characters'>;

type Names = Record<Gender, string[]>;

export type PeopleLists = {
  chineseSurnames: ChineseName[];
  chineseGivenNames: Record<Gender, ChineseName[]>;
  surnames: string[];
  olderNames: Names;
  names: Names;
  childNames: Names;
  nicknames: Partial<Record<string, string>>;
  towns: { city: string; postalCode: string }[];
  state: string;
  streets: string[];
  areaCodes: string[];
};

type Item = {
  /** The keys of an expense subcategory (`category`), a ministry and a fund in the shipped catalogs. */
  category: string;
  ministry: string;
  fund?: string;
  functionalClass?: FunctionalClass;
  /** The account that submits the bill. */
  by: string;
  method: Method;
  months?: number[];
};

/** A bill that comes on the same day of every month, or of some months. */
export type RegularItem = Item & {
  vendor: string;
  description: string;
  amount: number;
  day: number;
  swing?: 'summer' | 'winter';
};

/** A kind of bill that comes several times a year, on random days. */
export type IrregularItem = Item & {
  purchases: { vendor: string | null; description: string }[];
  from: number;
  to: number;
  perYear: number;
  isReimbursed?: boolean;
  /** The picture that is the receipt of every bill of this kind. All these bills have the amount in the picture. */
  photo?: string;
};

type VendorItem = {
  /** The name, as the bills of the vendor have it. */
  name: string;
  legalName?: string;
  taxClassification: TaxClassification;
  tinType?: TinType;
  taxId?: string;
  hasW9: boolean;
};

type ChurchLists = {
  church: {
    name: string;
    legalName: string;
    ein: string;
    address: Address;
    phone: string;
    email: string;
    website: string;
    timeZone: string;
    locale: 'en-US';
  };
  accounts: { name: string; title: string; roles: Role[] }[];
};

export const peopleLists = () => readShipped('data/demo/people.json') as PeopleLists;
export const spendingLists = () =>
  readShipped('data/demo/spending.json') as {
    vendors: VendorItem[];
    regular: RegularItem[];
    irregular: IrregularItem[];
  };
type Planned = { category: string; amount: number };

/** What a church of the usual size plans to receive in a year, in dollars. */
export const budgetLists = () => readShipped('data/demo/budget.json') as { giving: Planned[]; otherIncome: Planned[] };
export const churchLists = () => readShipped('data/demo/church.json') as ChurchLists;

/** Returns a picture that ships with the lists. */
export function photo(name: string): Buffer {
  return readFileSync(new URL(`data/demo/${name}`, packageRoot));
}
