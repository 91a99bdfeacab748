import type { Command } from 'commander';
import { openApiDocument } from '../http/openapi.ts';
import { routes } from '../routes.ts';

/** `vestry openapi`: the document that `GET /api/openapi.json` answers. */
export function openApiCommand(command: Command): void {
  command.action(() => {
    process.stdout.write(`${JSON.stringify(openApiDocument(routes), null, 2)}\n`);
  });
}
