/** Whether the outside can be reached that was set up. */
import type { App } from '../../app.ts';
import { checkAccount } from '../../features/line/client.ts';
import { senderOf } from '../../features/notifications/sender.ts';
import { verifyMailServer } from '../../mail.ts';
import { type Check, fail, ok, type Verdict, warn } from './check.ts';

export const REACH: readonly Check<App>[] = [
  { name: 'mail', look: checkMail },
  { name: 'LINE', look: checkLine },
];

async function checkMail(app: App): Promise<Verdict[]> {
  if (app.config.smtpUrl === undefined) return [ok('Not set up.')];
  const verified = await verifyMailServer(app);
  if (!verified.ok) return [fail(verified.error, 'Correct the address of the mail server: vestry config set smtpUrl')];
  const { address } = await senderOf(app);
  return [ok(`The mail server takes messages from ${address}.`)];
}

async function checkLine(app: App): Promise<Verdict[]> {
  const { lineChannelSecret: secret, lineChannelAccessToken: token } = app.config;
  if (secret === undefined && token === undefined) return [ok('Not set up.')];
  if (token === undefined)
    return [warn('There is no access token, so nothing can be sent.', setting('lineChannelAccessToken'))];
  const reached = await checkAccount(app);
  if (!reached.ok) return [fail(reached.error, setting('lineChannelAccessToken'))];
  if (secret === undefined)
    return [warn('There is no channel secret, so nobody can bind.', setting('lineChannelSecret'))];
  return [ok('The account answers.')];
}

const setting = (name: string) => `Take it from the LINE Developers console: vestry config set ${name}`;
