/**
 * Builds the typed client. openapi-typescript makes `dist/api.d.ts` from the output of `vestry openapi`. tsup bundles
 * openapi-fetch into the client, so the built client is a single file without imports.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { build } from 'tsup';
import ts from 'typescript';

const BLOB = ts.factory.createTypeReferenceNode('Blob');

/** Builds `dist/client.js`, which runs in browsers, and `dist/client.d.ts`, which needs no other package. */
export async function buildClient(): Promise<void> {
  writeFileSync('dist/api.d.ts', await typesOfDocument());
  await build({
    config: false,
    entry: { client: 'src/client/client.ts' },
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    outDir: 'dist',
    silent: true,
    metafile: true,
    noExternal: [/./],
    dts: { resolve: true },
  });
  // Four blanks for each of up to ten levels are a fifth of the file.
  const types = readFileSync('dist/client.d.ts', 'utf8');
  writeFileSync(
    'dist/client.d.ts',
    types.replaceAll(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
  );
}

async function typesOfDocument(): Promise<string> {
  const document = execFileSync(process.execPath, ['bin/vestry.js', 'openapi'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const types = await openapiTS(document, {
    // A field with a default value stays optional in the types.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  });
  return astToString(types);
}
