/** Secrets known by their form, which no answer but the one that gives them, and no line of the log, may hold. */
import { LINE_SECRET, LINE_TOKEN } from '../support/line.ts';
import { AI_KEY, KEEPER_PASSWORD, PASSWORD } from './values.ts';

const FORMS: Readonly<Record<string, RegExp>> = {
  'the hash of a password': /\$argon2/,
  'a password': new RegExp(`${PASSWORD}|${KEEPER_PASSWORD}`),
  'a temporary password': /\b(?:[a-km-zA-NP-Z2-9]{5}-){3}[a-km-zA-NP-Z2-9]{5}\b/,
  'an access token': /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  'a refresh token': /(?<![\w-])[\w-]{86}(?![\w-])/,
  'the key of an AI': new RegExp(AI_KEY),
  'a secret of LINE': new RegExp(`${LINE_SECRET}|${LINE_TOKEN}`),
};

/** What of an answer is the secret that it is there to give; the document knows where each of them may stand. */
const GIVEN: ReadonlySet<string> = new Set(['accessToken', 'temporaryPassword', 'url']);

/** Which secret a text holds, undefined when it holds none. */
export function secretIn(text: string): string | undefined {
  return Object.entries(FORMS).find(([, form]) => form.test(text))?.[0];
}

/** The same for the JSON of an answer, apart from what it is there to give. */
export function secretInAnswer(json: unknown): string | undefined {
  return secretIn(JSON.stringify(json, (name, value: unknown) => (GIVEN.has(name) ? null : value)) ?? '');
}

/** The lines of a log that hold a secret, each with which. */
export function secretsInLog(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const secret = secretIn(line);
    return secret === undefined ? [] : [`the log holds ${secret}: ${line.slice(0, 500)}`];
  });
}
