/**
 * The OpenAPI 3.1 document, made from the same declarations and schemas that serve the requests. Wire shapes are the
 * input side of the schemas, for answers too. A schema with an `id` in its `meta` is a component of that name, and two
 * schemas of one name fail the build. What a field means stands with the field (`describe`); what only the document
 * says (words about operations, tags, examples) is in `openapi/`, which nothing else loads.
 */
import * as z from 'zod';
import { readPage, version } from '../package.ts';
import { EXAMPLES } from './openapi/examples.ts';
import { HEADERS, SECURITY_SCHEMES, TAGS } from './openapi/components.ts';
import { operation, operationIdOf } from './openapi/operation.ts';
import { PROBLEM, problemExamples, sharedResponses } from './openapi/problems.ts';
import { componentSchemas, type Json } from './openapi/schemas.ts';
import { Fixed, type Route, route } from './route.ts';

/** Returns the document of a route table. Answers, too, use the input side of the schemas, which is the wire format. */
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
        title: z.string().describe('What the API is called.'),
        version: z.string().describe('The version of the program.'),
      })
      .describe('What the document is about.'),
  })
  .meta({ id: 'OpenApiDocument', description: 'A document of the OpenAPI Specification 3.1.' });

/** `GET /api/openapi.json`. The document is made at the first request and kept in its serialized form. */
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
