/** The names that the client uses for the types in the service's API document. */
import type { components, paths } from '../../dist/api.d.ts';

export type { paths };
/** All wire types by their names in the document: `Schemas['Member']`. */
export type Schemas = components['schemas'];
export type AccessGrant = Schemas['AccessGrant'];
export type User = Schemas['User'];
/** A refusal as a value. `code` is stable; `errors` says which field is wrong and why. */
export type Problem = Schemas['Problem'];

/** The result of a call: its data, or the refusal. */
export type Outcome<T> = { data: T; error?: undefined } | { data?: undefined; error: Problem };

export type Fetch = (request: Request) => Promise<Response>;
