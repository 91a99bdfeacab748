/** Turns errors into sentences in the language of the page. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { Refusal } from '../session/api.ts';
import { NoPasskey } from '../session/passkey.ts';
import { type NextStep, nextStepOf } from './next-step.ts';

type Words = TFunction<'problems'>;
/**
 * What a form shows after a refusal: a sentence above the form, and a sentence at each bad field. `fields` contains the
 * sentences by the path of their field.
 */
export type Fault = {
  sentence: string;
  fields: Readonly<Record<string, string>>;
  /** The screen on which the reason of the refusal is settled, if that is another one. */
  next?: NextStep | undefined;
};

/** Returns a function that turns an error into the sentences that the page shows. */
export function useFaults(): (error: unknown) => Fault {
  const { t } = useTranslation('problems');
  return (error) => faultOf(error, t);
}

/** Refusals of a whole request that are about one of its fields. */
const FIELD_OF: Readonly<Record<string, string>> = { offering_number_taken: 'offeringNumber' };

/**
 * Turns an error into the sentences that the page shows. Any error except a Refusal and a NoPasskey means that no
 * response arrived.
 */
export function faultOf(error: unknown, t: Words): Fault {
  if (error instanceof NoPasskey) return { sentence: t('noPasskey'), fields: {} };
  if (!(error instanceof Refusal)) return { sentence: t('offline'), fields: {} };
  const { problem } = error;
  const own = FIELD_OF[problem.code];
  const errors = [
    ...(problem.errors ?? []),
    ...(own === undefined ? [] : [{ path: own, code: problem.code, message: '' }]),
  ];
  const fields = errors.map(({ path, code, message }) => [path, fieldSentence(code, message, t)]);
  return {
    sentence: sentenceOf(error, t),
    fields: Object.fromEntries(fields) as Record<string, string>,
    next: nextStepOf(problem.code, problem),
  };
}

function sentenceOf({ problem, retryAfter }: Refusal, t: Words): string {
  const extra = problem as unknown as Record<string, unknown>;
  // The numbers that a sentence names are amounts.
  const amounts = Object.entries(extra).filter(([, value]) => typeof value === 'number');
  const values = Object.fromEntries(amounts.map(([name, value]) => [name, amountText(value as number)]));
  const { requestId, detail } = problem;
  const { reason } = extra;
  if (problem.code === 'file_refused' && typeof reason === 'string') {
    return t(`file_refused_${reason}` as 'unknown', { detail, defaultValue: t('file_refused', { detail }) });
  }
  if (problem.code === 'file_refused' && problem.errors && problem.errors.length > 0) {
    return t('file_refused_places', { count: problem.errors.length });
  }
  if (problem.code === 'invalid_second_factor' && typeof reason === 'string') {
    return t(`invalid_second_factor_${reason}` as 'unknown', { defaultValue: t('invalid_second_factor') });
  }
  // If this page has no sentence for the error code, it shows the service's own sentence (`detail`).
  const word = wordOf(extra, problem.code) as 'unknown';
  const count = retryAfter === undefined ? undefined : Math.ceil(retryAfter / 60);
  return t(word, { ...values, count, requestId, detail, defaultValue: t('unknown', { detail }) });
}

/**
 * Returns the key of the sentence for a code. The code `control_total_mismatch` is used for three different counts, and
 * each has its own sentence.
 */
function wordOf(extra: Record<string, unknown>, code: string): string {
  if (code !== 'control_total_mismatch') return code;
  if (extra['cashTotal'] !== undefined) return 'cash_mismatch';
  return extra['checkTotal'] === undefined ? code : 'checks_mismatch';
}

/** Some messages of the service contain a date, which the page writes in its own way. */
const DATE = /\d{4}-\d{2}-\d{2}/;

function fieldSentence(code: string, message: string, t: Words): string {
  const [day] = DATE.exec(message) ?? [];
  const date = day === undefined ? '' : dateText(day, currentLanguage());
  return t(`field_${code}` as 'field_other', { message, date, defaultValue: t('field_other', { message }) });
}
