/** The one client of the page, and how rooms call the service with it. */
import type { Outcome, Problem } from '../../client/client.ts';
import { createVestryClient } from '../../client/client.ts';

let whenSignedOut = () => {};

export const client = createVestryClient({ baseUrl: location.origin, onSignedOut: () => whenSignedOut() });

/** Says what happens when the sign-in has ended by itself. */
export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

/** A refusal of the service, as an error. */
export class Refusal extends Error {
  readonly problem: Problem;
  /** The seconds to wait before another try, if the service names them. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, response?: Response) {
    super(problem.detail);
    this.name = 'Refusal';
    this.problem = problem;
    const wait = Number(response?.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : undefined;
  }
}

/** Waits for a call and returns what it answered. Throws a Refusal for a refused call, and a TypeError where there is no network. */
export async function answerOf<Came extends Outcome<unknown> & { response: Response }>(
  call: Promise<Came>,
): Promise<DataOf<Came>> {
  const { data, error, response } = await call;
  if (error) throw new Refusal(error, response);
  return data as DataOf<Came>;
}

type DataOf<Came> = Came extends { data: infer Data; error?: undefined } ? Data : never;
