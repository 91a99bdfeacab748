/** The client through which the whole page sends requests to the service. */
import type { Outcome, Problem } from '../../client/client.ts';
import { createVestryClient } from '../../client/client.ts';

let whenSignedOut = () => {};
let whenSetupRequired = () => {};

export const client = createVestryClient({ baseUrl: location.origin, onSignedOut: () => whenSignedOut() });

/** Sets the function that runs when the sign-in ends although nobody signed out. */
export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

/** Sets the function that runs when the account must set up a second factor before anything else. */
export function onSetupRequired(act: () => void): void {
  whenSetupRequired = act;
}

/** The error for a request that the service refused. */
export class Refusal extends Error {
  readonly problem: Problem;
  /** The number of seconds to wait before the next attempt, if the response contains it. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, response?: Response) {
    super(problem.detail);
    this.name = 'Refusal';
    this.problem = problem;
    const wait = Number(response?.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : undefined;
  }
}

/** True if the service refused a request, instead of failing (5xx) or not answering. */
export const isRefused = (error: unknown): boolean => error instanceof Refusal && error.problem.status < 500;

/** True if a request was refused because somebody else changed the record. */
export const isStale = (error: unknown): boolean => error instanceof Refusal && error.problem.code === 'stale_version';

/**
 * Waits for a request and returns the data of the response. Throws a Refusal if the service refuses the request, and a
 * TypeError if the service cannot be reached.
 */
export async function answerOf<Came extends Outcome<unknown> & { response: Response }>(
  call: Promise<Came>,
): Promise<DataOf<Came>> {
  const { data, error, response } = await call;
  if (error?.code === 'second_factor_setup_required') whenSetupRequired();
  if (error) throw new Refusal(error, response);
  return data as DataOf<Came>;
}

type DataOf<Came> = Came extends { data: infer Data; error?: undefined } ? Data : never;
