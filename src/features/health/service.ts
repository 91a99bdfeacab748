import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { version } from '../../package.ts';
import type { Health } from './schema.ts';

const VERSION = version();

/** Whether the service can do its work: read its database and write its data directory. A busy database is not a failure. */
export async function checkHealth(app: App): Promise<Health> {
  const checks = {
    database: await outcome(sql`select 1 from "auditHead"`.execute(app.db)),
    storage: await outcome(access(app.config.dataDir, constants.W_OK)),
  };
  const isWell = Object.values(checks).every((check) => check === 'ok');
  return { status: isWell ? 'ok' : 'degraded', version: VERSION, uptimeSeconds: Math.floor(process.uptime()), checks };
}

async function outcome(check: Promise<unknown>): Promise<'ok' | 'failed'> {
  return check.then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
}
