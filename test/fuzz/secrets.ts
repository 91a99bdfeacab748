/**
 * Finds secrets by their form. A log line must not contain any secret, and a response must not contain a secret unless
 * it issues that secret.
 */
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

/** Fields in which a response may issue a secret. The document declares where they occur. */
const GIVEN: ReadonlySet<string> = new Set(['accessToken', 'temporaryPassword', 'ticket', 'url']);

/** Names the kind of secret that a text contains, or returns undefined. */
export function secretIn(text: string): string | undefined {
  return Object.entries(FORMS).find(([, form]) => form.test(text))?.[0];
}

/** Names the kind of secret that a JSON response contains outside the fields that issue one, or returns undefined. */
export function secretInAnswer(json: unknown): string | undefined {
  return secretIn(JSON.stringify(json, (name, value: unknown) => (GIVEN.has(name) ? null : value)) ?? '');
}

/** Returns the log lines that contain a secret, each with its kind. */
export function secretsInLog(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const secret = secretIn(line);
    return secret === undefined ? [] : [`the log contains ${secret}: ${line.slice(0, 500)}`];
  });
}
