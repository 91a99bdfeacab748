/** Short names for the types that the build generates from the OpenAPI document. */
import type { components, paths } from '../../dist/api.d.ts';

export type { paths };
/** All types of the API, by their names in the OpenAPI document, such as `Schemas['Member']`. */
export type Schemas = components['schemas'];
export type AccessGrant = Schemas['AccessGrant'];
export type User = Schemas['User'];
/**
 * The error with which the service refuses a call. Programs should check `code`, which never changes. `errors` names
 * each wrong field and why it is wrong.
 */
export type Problem = Schemas['Problem'];

/** The result of a call: its data, or the error with which the service refused the call. */
export type Outcome<T> = { data: T; error?: undefined } | { data?: undefined; error: Problem };

export type Fetch = (request: Request) => Promise<Response>;
