/**
 * The calls of the API: one function for each HTTP method. The compiler checks the path of each call. The types here
 * are derived from the OpenAPI document. The types of openapi-fetch are not used, because they accept a misspelled
 * filter and would have to be shipped with the package.
 */
import createClient from 'openapi-fetch';
import type { Fetch, Outcome, paths } from './api.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that accept the method. */
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

type Operation<M extends Method, Path extends PathWith<M>> = paths[Path][M];

type ParamsOf<Op> = Op extends { parameters: infer All } ? All : never;
type Params<All> = object extends All ? { params?: All } : { params: All };

type IfNoneMatch = { header: { 'If-None-Match': string } };
/** The parameters of a call. If the call accepts `If-None-Match`, its headers are left out. */
type Unconditional<All> = All extends { header?: infer Header }
  ? 'If-None-Match' extends keyof NonNullable<Header>
    ? Omit<All, 'header'> & { header?: never }
    : All
  : All;

type Body<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : Op extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : { body?: never };

type Sent<Op> = Body<Op> & { signal?: AbortSignal | undefined; keepalive?: boolean | undefined };

/** The input of a call. */
type Input<Op> = Params<Unconditional<ParamsOf<Op>>> & Sent<Op>;

type Answers<Op, Status = 200 | 201 | 204> = Op extends { responses: infer All } ? All[keyof All & Status] : never;

/** The data of a response: JSON as a value, a file as a Blob, an empty body as undefined. */
type Data<Answer> = Answer extends { content: infer Content } ? Content[keyof Content] : undefined;

type Came<Answer> = Promise<Outcome<Data<Answer>> & { response: Response }>;

type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...input: object extends Input<Operation<M, Path>> ? [Input<Operation<M, Path>>?] : [Input<Operation<M, Path>>]
) => Came<Answers<Operation<M, Path>>>;

/** A GET with `If-None-Match`. Its response may be a 304 without data. The types of other calls forbid this header. */
type ConditionalCall = <Path extends PathWith<'get'>>(
  path: Path,
  input: { params: ParamsOf<Operation<'get', Path>> & IfNoneMatch } & Sent<Operation<'get', Path>>,
) => Came<Answers<Operation<'get', Path>, 200 | 304>>;

export type Calls = {
  GET: ConditionalCall & Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  DELETE: Call<'delete'>;
};

/** Returns the API calls for the service at `baseUrl`. They send their requests with `fetch`. */
export function createCalls(baseUrl: string, fetch: Fetch): Calls {
  const client = createClient<Record<string, never>>({
    baseUrl,
    fetch,
    credentials: 'include',
    bodySerializer: toBody,
  });
  const call =
    (method: Method) =>
    async (path: string, input: object = {}) => {
      const { error, response } = await client.request(
        method as never,
        path as never,
        { ...input, parseAs: 'stream' } as never,
      );
      return response.status < 400 ? { data: await contentOf(response), response } : { error, response };
    };
  return { GET: call('get'), POST: call('post'), PUT: call('put'), DELETE: call('delete') } as Calls;
}

async function contentOf(answer: Response): Promise<unknown> {
  if (answer.status === 204 || answer.status === 304) return undefined;
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
  return isJson ? answer.json() : answer.blob();
}

/** Returns the body to send: a form if `body` is a Blob or one of its fields is a Blob, otherwise JSON. */
function toBody(body: unknown): FormData | string {
  const fields = Object.entries(body instanceof Blob ? { file: body } : (body ?? {}));
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as Blob);
  return form;
}
