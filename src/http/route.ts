/** The declaration of a route: everything that the adapter, the documents and the tests need to know about it. */
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { App } from '../app.ts';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { IncomingFile } from '../storage.ts';
import { etagOf } from './etag.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a route may know about the exchange besides its input. */
export type Exchange = {
  /** Returns a cookie of the request. Raises `forbidden` when a foreign website makes the browser send it. */
  cookie: (name: string) => string | undefined;
  userAgent: string | null;
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

/** An answer with more than a body: another status, or headers. */
export class Reply<T> {
  readonly value: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, options: { status?: number; headers?: Record<string, string> }) {
    this.value = value;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** The contents of a file: its bytes, or a stream of known size. */
export type FileContent = Buffer | { size: number; stream: Readable };

/** An answer that is a file: its content, type and name. */
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
  /** How long a client may cache it. Without this, the client asks each time. */
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * An answer that is the same for everybody as long as the program runs. A client may cache it, and asks each time
 * whether it is still current.
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
  /** With parameters as `:name`. */
  path: string;
  summary: string;
  /** What else a developer should know of it, in Markdown; the document adds who may call it. */
  description?: string;
  tag: string;
  /** Who may call it; a list means any of these permissions. Leaving it out does not compile. */
  permission: Permission | readonly Permission[] | 'public' | 'signed-in';
  /** What it wants in place of an access token, as the document names it; an empty one means that it also goes without. */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** It sets or clears the cookie of the sign-in. */
  setsCookie?: true;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * The body is a file of one of these media types, sent directly or in the field `file` of a form, of at most this
   * many bytes.
   */
  takes?: { types: readonly string[]; limit: number };
  /** The body is not parsed: the service reads it unchanged, up to this many bytes, or nobody reads it. */
  rawBody?: { limit: number } | 'ignored';
  /** The schema of the answer. Without one the answer is 204. */
  answer?: A;
  /** The media type of an answer that is a file, or its possible media types. */
  produces?: string | readonly string[];
  /** The status of success if it is not the usual one: 200, or 204 without an answer. */
  status?: 200 | 201 | 204;
  /** Whether it may create the resource and then answers 201. */
  upserts?: boolean;
  /** The resource always exists, even if it is empty, so the answer is never 404. */
  isAlwaysThere?: boolean;
  /** The status that an unhealthy service answers with the same schema. No other route is unavailable in this way. */
  failureStatus?: 503;
  /** The answer is a part of the program and needs neither the database nor the disk. */
  isShipped?: boolean;
  /** The address of a created resource. */
  location?: (value: z.output<A>) => string;
  /** The answer carries its own ETag. */
  versioned?: boolean;
  /**
   * The route that reads the resource which this one writes. It gives the ETag of the answer, and `If-Match` is
   * compared with it.
   */
  versionOf?: Route;
  /** The same for an answer that is something else: `If-Match` is compared, and the answer has no ETag. */
  guardedBy?: Route;
  /**
   * The service opens its single transaction itself, because it works with files before and after it. `If-Match` is
   * compared when that transaction begins: it travels as the `precondition` of the app, which `inTransaction` checks first.
   */
  opensTransaction?: boolean;
  /** The part of the answer that `versionOf` reads, when the answer has more than that and `warnings`. */
  resource?: (value: z.output<A>) => unknown;
  /** Answers requests for any host, because callers such as monitors may not know the name of the service. */
  forAnyHost?: boolean;
  /**
   * Supports `Idempotency-Key`: in the transaction of the write, or, for routes that hash or send in between, with the
   * key claimed before and completed after.
   */
  keyed?: 'transaction' | 'claim';
  /** Dotted paths of secrets in the answer. The answer stored for a key has null there. */
  secrets?: readonly string[];
  /** The refusal codes special to this route, for the document. */
  errors?: readonly ErrorCode[];
  handle: (
    app: App,
    input: Input<P, Q, B>,
    exchange: Exchange,
  ) => Promise<z.output<A> | Reply<z.output<A>> | Download | Fixed>;
};

/** A route without its type parameters, as the table holds it. */
// eslint-disable-next-line typescript/no-explicit-any
export type Route = RouteSpec<any, any, any, any>;

/** Declares a route. The function exists only to infer the types. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  spec: RouteSpec<P, Q, B, A>,
): Route {
  return spec;
}
