import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/http/openapi.ts';
import { allRoutes } from '../../src/routes.ts';

const TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'];

type Operation = {
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  parameters: { name: string; in: string }[];
  responses: Record<string, { description: string; content?: object }>;
};

const { paths } = openApiDocument(await allRoutes()) as { paths: Record<string, Record<string, Operation>> };
const { put, get, delete: remove } = paths['/api/expenses/{id}/receipt'] ?? {};

test('a route that takes a file says so: in a form or as it is, how large, of which types', () => {
  expect(put?.requestBody?.required).toBe(true);
  const { 'multipart/form-data': form, ...raw } = put?.requestBody?.content ?? {};
  expect(form?.schema).toMatchObject({
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description: expect.stringContaining('10 MiB') } },
  });
  expect(Object.keys(raw)).toEqual(TYPES);
  expect(put?.parameters.map((one) => one.name)).toEqual(['id', 'Content-Disposition', 'If-Match']);
  const refusals = Object.keys(put?.responses ?? {});
  expect(refusals).toEqual(expect.arrayContaining(['400', '404', '409', '412', '413', '415', '503']));
});

test('a route that answers a file names the types that it may have', () => {
  expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual(TYPES);
  expect(get?.requestBody).toBeUndefined();
  expect(remove?.responses['204']).toBeDefined();
});
