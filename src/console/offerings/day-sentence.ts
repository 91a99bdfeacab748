/** The sentence about a day that has an offering already: its state, who submitted it, and when. */
import type { TFunction } from 'i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText, instantText } from '../kit/dates.ts';
import type { OfferingDay } from './queries.ts';

type Words = TFunction<'offerings'>;

/** Returns the sentence for a day. */
export function daySentence({ date, status, submittedAt, submittedByName }: OfferingDay, t: Words): string {
  const day = dateText(date, currentLanguage(), 'withWeekday');
  if (status === 'Draft' || submittedAt === null) return t('dayOpen', { date: day });
  const when = instantText(submittedAt, currentLanguage());
  const submitted = t('daySubmitted', { date: day, name: submittedByName ?? t('somebody'), when });
  return status === 'Reconciled' ? `${submitted} ${t('dayDeposited')}` : submitted;
}

/** Returns who submitted the offering of a day, and when, in words or as a sentence; undefined for a draft. */
export function submittedText(
  { submittedAt, submittedByName }: OfferingDay,
  t: Words,
  form: 'submittedByAt' | 'submittedByOn',
): string | undefined {
  if (submittedAt === null) return undefined;
  return t(form, { name: submittedByName ?? t('somebody'), when: instantText(submittedAt, currentLanguage()) });
}
