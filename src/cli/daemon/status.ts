/** Reports on the service of a data directory, from the lock, the PID file, and the response of the health route. */
import http from 'node:http';
import https from 'node:https';
import type { DataPaths } from '../../data-dir.ts';
import type { Health } from '../../features/upkeep/health/schema.ts';
import { version } from '../../package.ts';
import { logFileOf } from './log-file.ts';
import type { ServiceWords } from './words.ts';
import { isHeld, readHolder, readPidFile } from './running.ts';

const ANSWER_MS = 3000;
const ANSWER_BYTES = 64 * 1024;

export type Status = {
  status: 'running' | 'starting' | 'stopped';
  pid: number | null;
  url: string | null;
  version: string | null;
  startedAt: string | null;
  uptimeSeconds: number | null;
  health: Health['status'] | 'unreachable' | null;
  checks: Health['checks'] | null;
  keeper: string | null;
  dataDir: string;
  log: string | null;
  /** Messages about the service, such as that a newer version is installed. */
  notes: string[];
};

/** Returns the state and the health of the service, with notes in the given words. */
export async function lookAtService(dataDir: string, paths: DataPaths, words: ServiceWords): Promise<Status> {
  if (!isHeld(paths)) return stopped(dataDir, paths, words);
  const holder = readHolder(paths);
  const answer = holder?.localUrl ? await askHealth(holder.localUrl) : undefined;
  const uptime = holder?.startedAt ? Math.max(0, Math.floor((Date.now() - Date.parse(holder.startedAt)) / 1000)) : null;
  return {
    status: holder && !holder.url && holder.birth !== null ? 'starting' : 'running',
    pid: holder?.pid ?? null,
    url: holder?.url ?? null,
    version: answer?.version ?? holder?.version ?? null,
    startedAt: holder?.startedAt ?? null,
    uptimeSeconds: uptime,
    health: answer?.status ?? (holder?.localUrl ? 'unreachable' : null),
    checks: answer?.checks ?? null,
    keeper: holder?.keeper ?? null,
    dataDir,
    log: holder?.keeper ? logFileOf(paths) : null,
    notes: notesOn(answer?.version ?? holder?.version ?? null, holder !== undefined, words),
  };
}

function notesOn(runs: string | null, isKnown: boolean, words: ServiceWords): string[] {
  const notes: string[] = [];
  if (!isKnown) notes.push(words.nameless);
  if (runs !== null && runs !== version()) notes.push(words.newer(version()));
  return notes;
}

function stopped(dataDir: string, paths: DataPaths, words: ServiceWords): Status {
  // A service that stops normally removes its PID file.
  const killed = readPidFile(paths);
  const notes = killed ? [words.killed(killed.pid)] : [];
  const nothing = {
    pid: null,
    url: null,
    version: null,
    startedAt: null,
    uptimeSeconds: null,
    health: null,
    checks: null,
  };
  return { status: 'stopped', ...nothing, keeper: null, dataDir, log: null, notes };
}

/**
 * Returns the health of the service, or undefined if it does not respond. Accepts any TLS certificate, because the
 * certificate may be for other host names than the local address.
 */
async function askHealth(localUrl: string): Promise<Health | undefined> {
  const url = new URL('/api/health', localUrl);
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    return JSON.parse(await fetchText(url, signal)) as Health;
  } catch {
    return undefined;
  }
}

function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = get(url, { signal, agent: false, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > ANSWER_BYTES) request.destroy();
      });
      response.once('end', () => resolve(text));
      response.once('close', () => reject(new Error('cut off')));
    });
    request.once('error', reject);
  });
}
