import { accessSync, constants } from 'node:fs';
import type { App } from '../../../app.ts';
import { version } from '../../../package.ts';
import { lastHash } from '../../audit/service.ts';
import { lastGoodBackup } from '../backups/history.ts';
import { ageOf } from '../backups/rules.ts';
import type { Health } from './schema.ts';

const VERSION = version();
/**
 * For how long the results of the checks are reused. Anybody may call the health route as often as they like, so the
 * checks run at most once a second.
 */
const CHECKS_KEPT_MS = 1000;

type Checks = Health['checks'];

const lastChecks = new WeakMap<App['paths'], { at: number; checks: Promise<Checks> }>();

/**
 * Checks whether the service can read its database, write to its data directory and store receipts. A busy database is
 * not a failure.
 */
export async function checkHealth(app: App): Promise<Health> {
  const at = performance.now();
  let last = lastChecks.get(app.paths);
  if (!last || at - last.at > CHECKS_KEPT_MS) {
    last = { at, checks: runChecks(app) };
    lastChecks.set(app.paths, last);
  }
  const checks = await last.checks;
  const isWell = checks.database === 'ok' && checks.storage === 'ok';
  return { status: isWell ? 'ok' : 'degraded', version: VERSION, uptimeSeconds: Math.floor(process.uptime()), checks };
}

async function runChecks(app: App): Promise<Checks> {
  return {
    database: await outcome(() => lastHash(app)),
    storage: await outcome(async () => {
      for (const folder of [app.config.dataDir, app.paths.receipts]) accessSync(folder, constants.W_OK);
    }),
    backup: ageOf((await lastGoodBackup(app))?.at, app.clock.now()),
  };
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await check();
    return 'ok';
  } catch {
    return 'failed';
  }
}
