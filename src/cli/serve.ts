/** `vestry serve`: the service in the foreground, one per data directory. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import pino, { type Logger } from 'pino';
import { type App, closeApp, createApp } from '../app.ts';
import { type Config, type Flags, loadConfig } from '../config.ts';
import { type DataPaths, prepareDataDir, replaceSecrets } from '../data-dir.ts';
import { lockFile } from '../db/connect.ts';
import { seed } from '../db/seed.ts';
import { SetupError } from '../errors.ts';
import { forgetOldSignIns } from '../features/auth/service.ts';
import { seedDevelopmentAdmin } from '../features/users/service.ts';
import { forgetOldKeys } from '../http/idempotency.ts';
import { listen } from '../http/server.ts';

const IN_THE_WAY = 5;
const HOUR_MS = 3_600_000;
const STDERR = 2;

/** Adds the flags and the action of `vestry serve`. */
export function serveCommand(command: Command): void {
  command
    .option('--host <host>', 'address to listen on (127.0.0.1)')
    .option('--port <port>', 'port to listen on; 0 picks a free one (8990)')
    .option('--base-url <url>', 'the address under which others reach the service')
    .option('--cors-origins <origins>', 'web apps that may call it, separated by commas')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (info)')
    .addOption(new Option('--env <env>', 'production, development or test (production)'))
    .option('--new-secrets', 'make new secrets in place of lost ones; everybody signs in again')
    .action(async (_options: unknown, command: Command) => {
      const { json, newSecrets, ...flags } = command.optsWithGlobals<
        Flags & { json?: boolean; newSecrets?: boolean }
      >();
      await serve(loadConfig(flags), { asJson: json === true, newSecrets: newSecrets === true });
    });
}

async function serve(config: Config, { asJson, newSecrets }: { asJson: boolean; newSecrets: boolean }): Promise<void> {
  const paths = prepareDataDir(config.dataDir);
  const release = takeLock(paths);
  const log = createLog(config);
  let app: App | undefined;
  try {
    if (newSecrets) replaceSecrets(paths.secrets);
    app = await createApp(config, { actor: { kind: 'system', name: 'system' }, wait: 'yield', log });
    app.secrets();
    await seed(app);
    const signIn = await seedDevelopmentAdmin(app);
    const service = await listen(app);
    const housekeeping = keepHouse(app);
    const hint = signIn ? ` (development: sign in as ${signIn.email} with ${signIn.password})` : '';
    const ready = asJson
      ? JSON.stringify({ url: service.url, pid: process.pid })
      : `Vestry is ready at ${service.url}${hint}`;
    process.stdout.write(`${ready}\n`);
    await terminationSignal();
    clearInterval(housekeeping);
    await service.close();
  } finally {
    if (app) await closeApp(app);
    rmSync(paths.pid, { force: true });
    release();
    log.flush();
  }
}

/** Holds the data directory for this process. Raises a SetupError that says which process holds it. */
function takeLock(paths: DataPaths): () => void {
  const release = lockFile(paths.lock);
  if (!release) {
    throw new SetupError(
      `Another Vestry (process ${holder(paths.pid)}) serves this data directory. Stop it first: kill ${holder(paths.pid)}`,
      IN_THE_WAY,
    );
  }
  writeFileSync(paths.pid, `${process.pid}\n`);
  return release;
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

/** One JSON object a line on stderr, written without holding up requests; headers and bodies are never logged. */
function createLog({ logLevel }: Config): Logger {
  const redact = [
    'password',
    '*.password',
    'token',
    '*.token',
    'authorization',
    '*.authorization',
    'cookie',
    '*.cookie',
  ];
  return pino({ level: logLevel, redact, base: null }, pino.destination({ dest: STDERR, sync: false }));
}

/** Removes what is past its time, every hour. */
function keepHouse(app: App): NodeJS.Timeout {
  const sweep = async () => {
    await forgetOldKeys(app);
    await forgetOldSignIns(app);
  };
  return setInterval(() => {
    sweep().catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR_MS).unref();
}

function terminationSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}
