import type { Problem } from './api.ts';

const TYPE = 'application/problem+json';

/** Returns a refusal by the client itself. */
export function problemOf(status: number, code: Problem['code'], detail: string): Problem {
  return { type: 'about:blank', title: 'The call failed', status, code, detail, requestId: '' };
}

/** Returns a refusal as an HTTP answer. */
export function refusal(problem: Problem): Response {
  return Response.json(problem, { status: problem.status, headers: { 'Content-Type': TYPE } });
}

/** A proxy refuses in a form of its own; the caller gets a problem anyway, as the types promise. */
export function asProblem(answer: Response): Response {
  const isOurs = answer.headers.get('Content-Type')?.startsWith(TYPE);
  if (answer.status < 400 || isOurs) return answer;
  return refusal(problemOf(answer.status, 'unavailable', `The answer, ${answer.status}, is not one of Vestry's.`));
}

/** Whether the service refuses because of a missing or expired access token, and for no other reason. */
export async function isUnauthenticated(answer: Response): Promise<boolean> {
  if (answer.status !== 401) return false;
  const { code } = (await answer.clone().json()) as Problem;
  return code === 'unauthenticated';
}
