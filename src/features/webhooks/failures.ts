/** Why an attempt to deliver an event failed. */
import * as z from 'zod';

/** Why the last attempt failed. The page has a sentence of its own for each. */
export const Failure = z.enum([
  'Status',
  'Redirect',
  'Refused',
  'BrokenOff',
  'NameNotFound',
  'Unreachable',
  'TooSlow',
  'NotTrusted',
  'NotHttp',
  'AddressNotAllowed',
  'NoSecret',
  'NoRecord',
]);
export type Failure = z.output<typeof Failure>;

const SENTENCES: Readonly<Record<Failure, string>> = {
  Status: 'The endpoint answered {status}.',
  Redirect: 'The endpoint answered {status}, a redirect. Vestry does not follow it.',
  Refused: 'The endpoint refused the connection.',
  BrokenOff: 'The endpoint broke the connection off.',
  NameNotFound: 'The name of the endpoint was not found.',
  Unreachable: 'The endpoint cannot be reached.',
  TooSlow: 'The endpoint did not answer in time.',
  NotTrusted: 'The certificate of the endpoint is not trusted.',
  NotHttp: 'The endpoint gave no answer that is valid HTTP.',
  AddressNotAllowed: 'The address of the endpoint is one of this network, which is not allowed.',
  NoSecret:
    'The secret of the endpoint cannot be decrypted with the key in secrets.json. Give the endpoint a new secret: vestry webhook rotate-secret ID.',
  NoRecord: 'The record of the event could not be read. The log says why.',
};

/** Returns the sentence for a failure. `status` is the HTTP status of the response, if there was one. */
export const failureSentence = (failure: Failure, status: number | null): string =>
  SENTENCES[failure].replace('{status}', String(status));

const OF_CODES: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'Refused',
  ECONNRESET: 'BrokenOff',
  EPIPE: 'BrokenOff',
  ENOTFOUND: 'NameNotFound',
  EAI_AGAIN: 'NameNotFound',
  EHOSTUNREACH: 'Unreachable',
  ENETUNREACH: 'Unreachable',
};

/** Returns the failure that the code of an error of Node.js stands for, or undefined for an unknown code. */
export function failureOfCode(code: string): Failure | undefined {
  if (/^(ERR_TLS|CERT|DEPTH|SELF_SIGNED|UNABLE_TO_)/.test(code)) return 'NotTrusted';
  // These codes are those of the HTTP parser.
  return code.startsWith('HPE_') ? 'NotHttp' : OF_CODES[code];
}

/** Returns what is wrong with the status of a response, or null for one between 200 and 299. */
export function failureOfStatus(status: number): Failure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'Redirect' : 'Status';
}
