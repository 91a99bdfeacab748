/**
 * Rules for new gifts that gifts of earlier versions may break: a gift of a company has its name, and the day of a gift
 * is not after the day on which it came in. Such an earlier gift can still be changed, if the change does not touch what
 * is wrong.
 */
import type { FieldError } from '../../../errors.ts';
import type { Giving, NewGiving } from './schema.ts';

/** The fields to which the rules apply. In a row of a file, `giftDate` is never missing. */
type Checked = Pick<NewGiving, 'date' | 'giftDate' | 'source' | 'companyName' | 'isAnonymous'>;

/** Returns what is wrong with a gift. `before` is the gift before the change, if it is not new. */
export function faultsOfNew(input: Checked, before?: Giving): FieldError[] {
  return [...nameFaults(input, before), ...dayFaults(input, before)];
}

function nameFaults({ source, companyName, isAnonymous }: Checked, before: Giving | undefined): FieldError[] {
  const hadNone = before?.source === 'Business' && before.companyName === null && !before.isAnonymous;
  if (source !== 'Business' || companyName !== null || isAnonymous || hadNone) return [];
  const message =
    'is required for a gift of a company: send the name on the check. A gift of a sole proprietor is their own: send it with the source Personal';
  return [{ path: 'companyName', code: 'required', message }];
}

function dayFaults({ date, giftDate }: Checked, before: Giving | undefined): FieldError[] {
  if (giftDate === null || giftDate <= date) return [];
  if (before?.date === date && before.giftDate === giftDate) return [];
  const message = `must not be after the day on which the gift came in, ${date}; leave it out if it is the same day`;
  return [{ path: 'giftDate', code: 'after_date', message }];
}
