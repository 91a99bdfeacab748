/**
 * Renews the certificate that Vestry made, while the service runs. A separate process makes the new certificate, because
 * loading what is needed for that would keep requests waiting. Certificates of the church itself are never touched.
 */
import { readFile } from 'node:fs/promises';
import { type App, inBackground } from '../../app.ts';
import { runOwn } from '../../own-process.ts';
import { type Machine, thisMachine, wantedNames } from './names.ts';
import { ownFiles, permittedOf, readIfThere, usesOwn, whyRenew } from './own-files.ts';

/** The address of a computer may change at any time, and looking takes a millisecond. */
const LOOK_MS = 3_600_000;

type Place = Pick<App, 'config' | 'clock' | 'log' | 'background'>;

/** How a certificate is renewed and used. The functions are replaced in tests. */
export type Renewal = {
  /** Makes a new certificate for these names. Throws if that fails. */
  make: (app: Place, names: readonly string[]) => Promise<void>;
  machine: () => Machine;
  /** Uses a key and certificate for new connections. */
  take: (pem: string) => void;
};

/** Checks the certificate now and every hour, until the app ends. */
export function keepCertificate(app: App, take: Renewal['take']): void {
  if (!usesOwn(app.config)) return;
  const look = renewer(app, { make: makeInProcess, machine: thisMachine, take });
  const begin = () => inBackground(app, look);
  begin();
  const timer = setInterval(begin, LOOK_MS).unref();
  app.background.ending.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/**
 * Returns a function that renews the certificate if it ends within thirty days or lacks a name of the computer. A new
 * certificate is used at once, also one that `vestry https` made. A failure is logged.
 */
export function renewer(app: Place, { make, machine, take }: Renewal): () => Promise<void> {
  const files = ownFiles(app.config.dataDir);
  // The service has just begun to use this one.
  let used = readIfThere(files.server);
  return async () => {
    try {
      const authority = await readFile(files.authority, 'utf8');
      const names = permittedOf(authority, wantedNames(app.config, machine()));
      let pem = await readFile(files.server, 'utf8');
      const why = whyRenew(pem, authority, names, app.clock.now());
      if (why !== undefined) await make(app, names);
      if (why !== undefined) pem = await readFile(files.server, 'utf8');
      if (pem === used) return;
      take(pem);
      used = pem;
      app.log.info({ names }, `the certificate was renewed${why === undefined ? '' : `, because ${why}`}`);
    } catch (error) {
      if (!app.background.ending.aborted) app.log.error({ err: error }, 'the certificate was not renewed');
    }
  };
}

/** Runs `vestry https renew` in a process of its own. */
function makeInProcess({ config, background }: Place, names: readonly string[]): Promise<void> {
  const named = names.flatMap((name) => ['--name', name]);
  return runOwn(['https', 'renew', '--data-dir', config.dataDir, ...named], background);
}
