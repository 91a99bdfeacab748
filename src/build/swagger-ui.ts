import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Copies the files of Swagger UI that `GET /api/docs` needs. Returns the folder of the package `swagger-ui-dist`. */
export function copyRenderer(output: string): string {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  mkdirSync(output, { recursive: true });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    copyFileSync(path.join(folder, file), path.join(output, file));
  }
  return path.relative('.', folder);
}
