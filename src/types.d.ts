/** Types for the part of polka 0.5 that Vestry uses. Polka's published types describe another version. */
declare module 'polka' {
  import type { ServerResponse } from 'node:http';
  import type { Request } from './http/handle.ts';

  type Handler = (request: Request, response: ServerResponse) => unknown;

  export type Router = {
    add(method: string, pattern: string, handler: Handler): Router;
    find(method: string, path: string): false | { params: Record<string, string>; handlers: Handler[] };
    handler: Handler;
  };

  export default function polka(options: { onNoMatch: Handler }): Router;
}

declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible';
}

/** Dictionaries of Open Chinese Convert: entries `character form form ...`, separated by `|`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
