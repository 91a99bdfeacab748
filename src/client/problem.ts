import type { Problem } from './api.ts';

const TYPE = 'application/problem+json';

/** Returns a problem that comes from this client, not from the service. */
export function problemOf(status: number, code: Problem['code'], detail: string): Problem {
  return { type: 'about:blank', title: 'The call failed', status, code, detail, requestId: '' };
}

/** Returns an HTTP response that contains the problem. */
export function refusal(problem: Problem): Response {
  return Response.json(problem, { status: problem.status, headers: { 'Content-Type': TYPE } });
}

/**
 * Returns the response unchanged, unless it is an error that did not come from Vestry but, for example, from a proxy.
 * In that case, returns a problem instead. The health of a degraded service has the status 503, but is no problem.
 */
export function asProblem(answer: Response): Response {
  const isOurs = (type: string) => answer.headers.get('Content-Type')?.startsWith(type);
  const isHealth = answer.url.endsWith('/api/health') && isOurs('application/json');
  if (answer.status < 400 || isOurs(TYPE) || isHealth) return answer;
  return refusal(
    problemOf(answer.status, 'unavailable', `The response with status ${answer.status} did not come from Vestry.`),
  );
}

/** True if the service refused the call because the access token is missing or not valid. */
export async function isUnauthenticated(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const { code } = (await answer.clone().json()) as Problem;
  return code === 'unauthenticated';
}
