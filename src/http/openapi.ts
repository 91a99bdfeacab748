/**
 * The OpenAPI 3.1 document, made from the same routes and schemas that serve the requests. It shows the input side of a
 * schema, which is the wire format, for responses too. A schema with an `id` in its `meta` becomes a component of that
 * name. If two schemas have the same name, making the document fails. Fields are described in their schemas
 * (`describe`). Everything that only the document needs, such as tags and examples, is in `openapi/`, and nothing else
 * loads that folder.
 */
import * as z from 'zod';
import { readPage, version } from '../package.ts';
import { EXAMPLES } from './openapi/examples.ts';
import { HEADERS, SECURITY_SCHEMES, TAGS } from './openapi/components.ts';
import { operation, operationIdOf } from './openapi/operation.ts';
import { PROBLEM } from './openapi/problem-schema.ts';
import { problemExamples, sharedResponses } from './openapi/problems.ts';
import { componentSchemas, type Json } from './openapi/schemas.ts';
import { Fixed, type Route, route } from './route.ts';

/** Returns the document for a route table. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const one of routes) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one) };
  }
  const responses = sharedResponses(paths);
  const examples = { ...problemExamples(routes.map((one) => [operationIdOf(one), one])), ...EXAMPLES };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vestry',
      version: version(),
      summary: 'The back office of a small church: giving, expenses, monthly statements and Form 990, Part IX.',
      description: readPage('openapi.md'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that this document came from.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: componentSchemas([paths, responses], { Problem: PROBLEM }),
      responses,
      examples: Object.fromEntries(Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const OpenApiDocument = z
  .looseObject({
    openapi: z.string().describe('The version of the specification.'),
    info: z
      .looseObject({
        title: z.string().describe('The name of the API.'),
        version: z.string().describe('The version of the program.'),
      })
      .describe('The API that the document describes.'),
  })
  .meta({ id: 'OpenApiDocument', description: 'A document of the OpenAPI Specification 3.1.' });

/** Returns the route `GET /api/openapi.json`. The document is made at the first request and then kept as text. */
export function openApiRoute(routes: () => Promise<readonly Route[]>): Route {
  let document: Fixed | undefined;
  return route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Read this document',
    tag: 'Documents',
    permission: 'public',
    answer: OpenApiDocument,
    isShipped: true,
    handle: async () =>
      (document ??= new Fixed(JSON.stringify(openApiDocument(await routes())), { contentType: 'application/json' })),
  });
}
