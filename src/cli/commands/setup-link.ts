/** The link with which a church is set up in the browser, as `init`, `start` and `serve` print it. */
import { type Flags, loadConfig } from '../../config.ts';
import { closeApp, createApp } from '../../create-app.ts';
import type { App } from '../../app.ts';
import { openSetup } from '../../features/access/setup/service.ts';
import type { ServiceWords } from '../daemon/words.ts';
import { operator } from '../kit/action.ts';

/**
 * Makes a new link for the service at this address, or returns null if there are accounts already. The link works on
 * this computer, for an hour.
 */
export async function makeSetupLink(app: App, localUrl: string): Promise<string | null> {
  const path = await openSetup(app);
  if (path === undefined) return null;
  const address = new URL(path, localUrl);
  if (['127.0.0.1', '[::1]'].includes(address.hostname)) address.hostname = 'localhost';
  return address.href;
}

/** Makes a link as `makeSetupLink` does, for a service in another process. */
export async function setupLinkOf(flags: Flags, localUrl: string): Promise<string | null> {
  const app = await createApp(loadConfig(flags), { actor: operator(), wait: 'block' });
  try {
    return await makeSetupLink(app, localUrl);
  } finally {
    await closeApp(app);
  }
}

/** Returns the sentence that introduces the link. The link is on the last line, by itself. */
export function describeSetupLink(link: string, { setUp }: Pick<ServiceWords, 'setUp'>): string {
  return `${setUp}\n  ${link}`;
}
