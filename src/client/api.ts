/** The names under which the rest of the client knows the types that the build makes of the service's document. */
import type { components, paths } from '../../dist/api.d.ts';

export type { paths };
/** Everything that goes over the wire, by the names of the document: `Schemas['Member']`. */
export type Schemas = components['schemas'];
export type AccessGrant = Schemas['AccessGrant'];
export type User = Schemas['User'];
/** A refusal, as a value. `code` is stable; `errors` says what is wrong with which field. */
export type Problem = Schemas['Problem'];

/** What a call came to: what was asked for, or the refusal. */
export type Outcome<T> = { data: T; error?: undefined } | { data?: undefined; error: Problem };

export type Fetch = (request: Request) => Promise<Response>;
