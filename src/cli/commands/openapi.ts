import type { Command } from 'commander';
import { openApiDocument } from '../../http/openapi.ts';
import { allRoutes } from '../../routes.ts';

/** Adds the action of `vestry openapi`: it prints the document that `GET /api/openapi.json` returns. */
export function openApiCommand(command: Command): void {
  command.action(async () => {
    process.stdout.write(`${JSON.stringify(openApiDocument(await allRoutes()), null, 2)}\n`);
  });
}
