/** The declaration of a route: everything that the adapter, the documents and the tests need to know of it. */
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { App } from '../app.ts';
import type { AppError, ErrorCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import type { IncomingFile } from '../storage.ts';
import { etagOf } from './etag.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a route may know of the exchange besides its input. */
export type Exchange = {
  /** A cookie of the request. Raises `forbidden` when a page of another site makes the browser send it. */
  cookie: (name: string) => string | undefined;
  userAgent: string | null;
  /** Begins to read the file that the body is, where a route `takes` one; to be asked for once, after the checks. */
  file: () => Promise<IncomingFile>;
  /** A header of the request; the first, where it came more than once. */
  header: (name: string) => string | undefined;
  /** Reads the body as it came, where a route `takesRaw` one; to be asked for once. */
  raw: () => Promise<Uint8Array>;
};

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
};

/** An answer that is more than its body: another status, or headers. */
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

/** What a file holds: its bytes, or as many of them as are said from a stream. */
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
  /** How long a client may keep it; without this it asks each time. */
  cacheControl?: string;
  headers?: Readonly<Record<string, string>>;
};

/** An answer that is the same for everybody as long as the program runs. A client may keep it, and asks each time whether it still holds. */
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
  tag: string;
  /** Who may call it; a list means any of these. Leaving it out does not compile. */
  permission: Permission | readonly Permission[] | 'public' | 'signed-in';
  params?: P;
  query?: Q;
  body?: B;
  /** The body is a file, as it is or in the field `file` of a form: of these media types, of at most so many bytes. */
  takes?: { types: readonly string[]; limit: number };
  /** The body is read as it came, of at most so many bytes, because a signature is over its bytes. */
  takesRaw?: { limit: number };
  /** The form of the answer; without one it is 204. */
  answer?: A;
  /** The media type of an answer that is a file, or those that it may have. */
  produces?: string | readonly string[];
  /** The usual status of success; 200, or 204 without an answer. */
  status?: 200 | 201 | 204;
  /** Whether it may create what it names and then answers 201. */
  upserts?: boolean;
  /** Whatever the address names is there, be it empty, so it is never a 404. */
  isAlwaysThere?: boolean;
  /** The status with which the same form of answer says that something is wrong; nothing else makes it unavailable. */
  failureStatus?: 503;
  /** The answer is a part of the program, and needs neither the database nor the disk. */
  isShipped?: boolean;
  /** Where a created resource can be read. */
  location?: (value: z.output<A>) => string;
  /** The answer carries an ETag over itself. */
  versioned?: boolean;
  /** The route that reads the resource this one writes: gives the ETag of the answer and holds `If-Match` against it. */
  versionOf?: Route;
  /** The same for an answer that is something else: `If-Match` is held against it, and the answer has no ETag. */
  guardedBy?: Route;
  /**
   * The service opens its one transaction by itself, because it works with files before and after it: `If-Match` is held
   * against the resource at its beginning.
   */
  opensTransaction?: boolean;
  /** The part of the answer that `versionOf` reads, when the answer holds more than that and `warnings`. */
  resource?: (value: z.output<A>) => unknown;
  /** It answers whatever host it is asked for by: what watches the service or calls it need not know its name. */
  forAnyHost?: boolean;
  /** Whatever body comes along is not even read. */
  ignoresBody?: boolean;
  /**
   * Honours `Idempotency-Key`: in the transaction of the write itself, or, for what hashes or sends in between,
   * with the key claimed before and completed after.
   */
  keyed?: 'transaction' | 'claim';
  /** Dotted paths of secrets in the answer, which the answer kept for a key does not have. */
  secrets?: readonly string[];
  /** The codes of refusals special to this route, for the document. */
  errors?: readonly ErrorCode[];
  /** Headers that go out with a refusal. */
  refusalHeaders?: (app: App, error: AppError) => Record<string, string>;
  handle: (
    app: App,
    input: Input<P, Q, B>,
    exchange: Exchange,
  ) => Promise<z.output<A> | Reply<z.output<A>> | Download | Fixed>;
};

/** A route with its types erased, as the table holds it. */
// eslint-disable-next-line typescript/no-explicit-any
export type Route = RouteSpec<any, any, any, any>;

/** Declares a route; exists for the inference of its types. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  spec: RouteSpec<P, Q, B, A>,
): Route {
  return spec;
}
