/** The answers of the set-up page: their fields, their steps, and the request that they become. */
import { hasIrs } from '../../lib/country.ts';
import type { Schemas } from '../../client/client.ts';

/** The path of each answer in the request, by step. */
export const STEPS = {
  church: ['church.name', 'church.locale', 'church.timeZone', 'church.fiscalYearStartMonth'],
  details: [
    'church.legalName',
    'church.address.line1',
    'church.address.city',
    'church.address.state',
    'church.address.postalCode',
    'church.address.country',
    'church.ein',
    'church.phone',
    'church.email',
  ],
  account: ['user.displayName', 'user.email', 'user.password'],
} as const;

export type Step = keyof typeof STEPS;
export const ORDER = Object.keys(STEPS) as Step[];
export type AnswerPath = (typeof STEPS)[Step][number];
export type Answers = Readonly<Record<AnswerPath, string>>;

/** Returns the answers that are known before the first question. */
export function firstAnswers({ church }: Schemas['OpenSetup'], locale: string): Answers {
  const empty = Object.fromEntries(Object.values(STEPS).flatMap((paths) => paths.map((path) => [path, ''])));
  return {
    ...(empty as Record<AnswerPath, string>),
    'church.name': church.name ?? '',
    'church.locale': locale,
    'church.timeZone': church.timeZone,
    'church.fiscalYearStartMonth': String(church.fiscalYearStartMonth),
  };
}

/** Returns whether a question is asked. Only a church in the United States has an EIN. */
export function isAsked(path: AnswerPath, answers: Answers): boolean {
  const country = answers['church.address.country'];
  return path !== 'church.ein' || hasIrs(country === '' ? 'US' : country);
}

/** Returns the request body of the answers. An answer that is left empty is not sent. */
export function setupOf(answers: Answers, token: string): Schemas['Setup'] {
  const body: Record<string, unknown> = { token };
  for (const [path, text] of Object.entries(answers)) {
    if (text.trim() === '' || !isAsked(path as AnswerPath, answers)) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let place = body;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    // A password may begin or end with a space.
    place[last] = last === 'fiscalYearStartMonth' ? Number(text) : last === 'password' ? text : text.trim();
  }
  return body as Schemas['Setup'];
}

/** Returns the first step that has a bad answer, or undefined. */
export function stepOf(faults: Readonly<Record<string, string>>): Step | undefined {
  return ORDER.find((step) => STEPS[step].some((path) => path in faults));
}
