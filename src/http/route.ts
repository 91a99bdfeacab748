/**
 * The declaration of a route: everything that the adapter, the OpenAPI document and the tests need to know about it.
 */
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { App } from '../app.ts';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { IncomingFile } from '../storage.ts';
import { etagOf } from './etag.ts';

export type { IncomingFile };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a handler can find out about the request besides its decoded input. */
export type Exchange = {
  /** Returns a cookie of the request. Only a route that `setsCookie` may use one. */
  cookie: (name: string) => string | undefined;
  /**
   * Returns the origin of the page that sends the request, or that of the service if no page does. Returns undefined
   * for a foreign website.
   */
  ownOrigin: () => string | undefined;
  userAgent: string | null;
  /** True if the request comes from this computer, and through no proxy from another one. */
  isFromHere: () => boolean;
  /** Starts reading the file in the body, if the route `takes` one. Call it once, after the checks. */
  file: () => Promise<IncomingFile>;
  /** Returns a header of the request; the first one if it was sent more than once. */
  header: (name: string) => string | undefined;
  /** Reads the unchanged body, if the route declares a `rawBody` with a limit. Call it once. */
  raw: () => Promise<Uint8Array>;
};

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
};

/** A response with a status of its own or additional headers. */
export class Reply<T> {
  readonly value: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(value: T, options: { status?: number; headers?: Record<string, string | readonly string[]> }) {
    this.value = value;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** The contents of a file: its bytes, or a stream of known size. */
export type FileContent = Buffer | { size: number; stream: Readable };

/** A response that is a file: its content, type and name. */
export class Download {
  readonly content: FileContent;
  readonly contentType: string;
  readonly fileName: string;

  constructor(content: FileContent, { contentType, fileName }: { contentType: string; fileName: string }) {
    this.content = content;
    this.contentType = contentType;
    this.fileName = fileName;
  }
}

type FixedOptions = {
  contentType: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** The Cache-Control header, by default `no-cache`. */
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * A response that is the same for everybody as long as the program runs. A client may cache it. Unless `cacheControl`
 * says otherwise, the client must ask each time whether its copy is still current.
 */
export class Fixed {
  readonly content: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: string | Buffer, options: FixedOptions) {
    const { contentType, policy, cacheControl = 'no-cache', headers } = options;
    this.content = content;
    this.headers = {
      'Content-Type': contentType,
      ETag: etagOf(content),
      'Cache-Control': cacheControl,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
      ...headers,
    };
  }
}

export type RouteSpec<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  method: Method;
  /** The path, with parameters as `:name`. */
  path: string;
  summary: string;
  /** What else a developer should know, in Markdown. The document adds who may call the route. */
  description?: string;
  tag: string;
  /** Who may call the route. A list means that any of these permissions is enough. */
  permission: Permission | readonly Permission[] | 'public' | 'signed-in';
  /**
   * OpenAPI security requirements that replace the access token. An empty object in the list means that the call needs
   * no credentials.
   */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** A person who needs a second factor and has not set it up may call the route. */
  beforeSecondFactor?: true;
  /** No key for a program may call the route, because it changes how people sign in or what accounts may do. */
  peopleOnly?: true;
  /**
   * The permissions of which a key needs one to call a route that is open to everybody who is signed in. People call
   * such a route for what is their own.
   */
  keyNeeds?: readonly Permission[];
  /** The route sets or clears the refresh cookie. It refuses pages of foreign websites with `forbidden`. */
  setsCookie?: true;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * The body is a file of one of these media types and at most `limit` bytes. It is sent directly, or in the field
   * `file` of a form. The form may have the other `fields`, which are JSON; the document shows their schemas.
   */
  takes?: { types: readonly string[]; limit: number; fields?: Readonly<Record<string, z.ZodType>> };
  /** The body is not parsed. With a `limit`, the handler reads its bytes; `ignored` means that nothing reads it. */
  rawBody?: { limit: number } | 'ignored';
  /** The schema of the response body. Without a schema, the response is 204. */
  answer?: A;
  /** The media type of a response that is a file, or its possible media types. */
  produces?: string | readonly string[];
  /** The status of success, if it is not the usual one: 200, or 204 without a body. */
  status?: 200 | 201 | 204;
  /** The route creates the resource if it does not exist, and then responds with 201. */
  upserts?: boolean;
  /** The resource always exists, even if it is empty, so the response is never 404. */
  isAlwaysThere?: boolean;
  /**
   * The status of the health route when the service is unhealthy. The body has the same schema. No other route sets
   * this.
   */
  failureStatus?: 503;
  /** The response is a part of the program and needs neither the database nor the data directory. */
  isShipped?: boolean;
  /** Returns the address of the created resource, for the `Location` header. */
  location?: (value: z.output<A>) => string;
  /** The response has an ETag, which is made from its own body. */
  versioned?: boolean;
  /**
   * The route that reads the resource that this route writes. The ETag of the response is that of the reading route,
   * and `If-Match` is compared with it.
   */
  versionOf?: Route;
  /** Like `versionOf`, but only for `If-Match`. The response is not the resource, so it has no ETag. */
  guardedBy?: Route;
  /**
   * The handler opens its only transaction itself, because it works with files before and after it. `If-Match` is then
   * checked as the `precondition` of the app when that transaction begins.
   */
  opensTransaction?: boolean;
  /** Returns the resource that `versionOf` reads, if the response contains more than the resource and `warnings`. */
  resource?: (value: z.output<A>) => unknown;
  /** The route accepts requests for any host, because callers such as monitors may not know the name of the service. */
  forAnyHost?: boolean;
  /**
   * The route supports `Idempotency-Key`. `transaction` stores the response in the transaction of the write. `claim` is
   * for routes that hash passwords or send messages: see `idempotency.ts`.
   */
  keyed?: 'transaction' | 'claim';
  /** Dotted paths of secrets in the response. The response that is stored for an idempotency key has null there. */
  secrets?: readonly string[];
  /** The refusal codes that do not follow from the other fields of the declaration. The document lists them too. */
  errors?: readonly ErrorCode[];
  handle: (
    app: App,
    input: Input<P, Q, B>,
    exchange: Exchange,
  ) => Promise<z.output<A> | Reply<z.output<A>> | Download | Fixed>;
};

/** A route of any type, as in the route table. */
// eslint-disable-next-line typescript/no-explicit-any
export type Route = RouteSpec<any, any, any, any>;

/** Returns the route unchanged. The function exists only to infer the types. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  spec: RouteSpec<P, Q, B, A>,
): Route {
  return spec;
}
