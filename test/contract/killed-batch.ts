/** A helper that kills the service while it is sending a batch of messages, and restarts it. */
import type { Json } from './books.ts';
import type { Office } from './office.ts';
import { type Daemon, signIn, startDaemon } from '../support/daemon.ts';

type Batch = { route: string; body: Json; key: string };

/**
 * Sends a batch, kills the service as soon as `halfway` resolves, waits for `settle`, and restarts the service on the
 * same data. Returns the new service and an access token. Throws if the service finished the batch before it was
 * killed.
 */
export async function killDuring(
  office: Office,
  { route, body, key }: Batch,
  { halfway, settle }: { halfway: () => Promise<void>; settle: () => Promise<void> | void },
): Promise<{ daemon: Daemon; token: string }> {
  const killed = office.admin.post(route, body, { 'idempotency-key': key }).catch(() => 'killed');
  await halfway();
  process.kill(office.daemon.pid, 'SIGKILL');
  if ((await killed) !== 'killed') throw new Error('The service had sent everything before it was killed.');
  await office.daemon.stop();
  await settle();
  const daemon = await startDaemon({ dataDir: office.daemon.dataDir, env: office.env });
  return { daemon, token: await signIn(daemon.url) };
}
