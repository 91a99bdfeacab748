/** The log of the service: one JSON object per line, on stderr or in a file of the data directory. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { onDiskFailure } from '../../db/disk-state.ts';
import { type LogFile, openLogFile, unwritable } from './log-file.ts';

const STDERR = 2;
const LOG_PAUSE_MS = 100;
const SECRETS = ['password', 'token', 'authorization', 'cookie'].flatMap((name) => [name, `err.${name}`]);

/**
 * Opens the log, runs the work with its logger, and closes the log. If the work fails or the process crashes, the last
 * line of the log gives the reason. Lines are collected for a moment and written together. Headers, bodies and
 * addresses are not logged. `SECRETS` redacts passwords, tokens and cookies that an error may carry.
 */
export async function withLog(level: string, file: string | undefined, work: (log: Logger) => Promise<void>) {
  const logFile = file === undefined ? undefined : openPrivate(file);
  const stderr = { dest: STDERR, sync: false, minLength: 4096, periodicFlush: LOG_PAUSE_MS };
  const log = pino({ level, base: null, redact: SECRETS }, logFile ?? pino.destination(stderr));
  const crash = (error: Error) => {
    log.fatal({ err: error }, 'the service crashed');
    logFile?.flushSync();
  };
  process.on('uncaughtExceptionMonitor', crash);
  const forget = onDiskFailure((sentence) => {
    // In the foreground, the sentence appears on the same terminal.
    if (logFile) log.fatal({}, sentence);
    logFile?.flushSync();
  });
  try {
    await work(log);
  } catch (error) {
    // In the foreground, the error message appears on the same terminal, so logging it would show it twice.
    if (logFile) log.fatal({ err: error }, 'the service failed');
    throw error;
  } finally {
    process.off('uncaughtExceptionMonitor', crash);
    forget();
    log.flush();
    logFile?.end();
  }
}

function openPrivate(file: string): LogFile {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return openLogFile(file);
  } catch (error) {
    throw unwritable(file, error);
  }
}
