/** Asks at a terminal for what letters and statements say of the church. Each question can be left for later. */
import * as z from 'zod';
import { type AddressPart, changedAddress, optionOfPart } from '../../../cli/kit/address.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { flagOf } from '../../../cli/kit/flag.ts';
import { ask } from '../../../cli/kit/prompt.ts';
import type { Address } from '../../../lib/address.ts';
import { hasIrs, rulingCountry } from '../../../lib/country.ts';
import { check } from '../../../validate.ts';
import { ChurchAddress, ChurchProfileUpdate } from './schema.ts';

const PARTS = ['line1', 'city', 'state', 'postalCode', 'country'] as const satisfies readonly AddressPart[];

/** The questions, and what to say about a wrong answer. */
export type DetailWords = Record<(typeof PARTS)[number] | 'ein' | 'fiscalYearStartMonth', string> & {
  fault: (message: string) => string;
};

/** The questions in English. */
export const DETAIL_WORDS: DetailWords = {
  line1: 'Street and number:',
  city: 'City:',
  state: 'State:',
  postalCode: 'ZIP code:',
  country: 'Country, such as US or TW:',
  ein: 'EIN, such as 12-3456789:',
  fiscalYearStartMonth: 'First month of the fiscal year, from 1 to 12:',
  fault: (message) => `It ${message}.`,
};

export type Details = {
  address: Address | null;
  ein: string | null;
  fiscalYearStartMonth: number;
  currency: string;
};

/**
 * Returns the details from the flags and, for the rest, from the person at the terminal, in the form of the API. Enter
 * keeps what is stored. Only a church in the United States is asked for its EIN. Without a terminal, what no flag sets stays as it is.
 */
export async function askDetails(before: Details, options: Options, words: DetailWords) {
  const put = (option: string, message: string, stored: string, form: z.ZodType) =>
    ask(options[option], flagOf(option), message, {
      fallback: stored,
      fault: (answer) => {
        const checked = check(form, answer);
        return 'errors' in checked ? words.fault(checked.errors[0]?.message ?? '') : undefined;
      },
    });
  const parts: Options = {};
  for (const part of PARTS) {
    const stored = before.address?.[part] ?? '';
    parts[optionOfPart(part)] = await put(optionOfPart(part), words[part], stored, ChurchAddress.shape[part]);
  }
  const address = changedAddress(before.address, { ...options, ...parts }) as Address | null | undefined;
  const isAsked = hasIrs(rulingCountry({ address: address ?? null, currency: before.currency }));
  const stored = before.ein ?? '';
  const ein = isAsked ? await put('ein', words.ein, stored, ChurchProfileUpdate.shape.ein) : (options.ein ?? stored);
  const first = String(before.fiscalYearStartMonth);
  const month = await put('fiscalYearStartMonth', words.fiscalYearStartMonth, first, MonthText);
  return {
    address: address ?? null,
    ein,
    fiscalYearStartMonth: Number(month),
  };
}

/** The number of a month, as somebody types it. */
export const MonthText = z.string().regex(/^(?:[1-9]|1[0-2])$/, { error: 'must be a number from 1 to 12' });
