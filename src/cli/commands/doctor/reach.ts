/** Checks that the mail server and LINE can be reached, if they are set up. */
import type { App } from '../../../app.ts';
import { checkAccount } from '../../../features/messages/line/client.ts';
import { checkMailServer } from '../../../features/messages/email/delivery.ts';
import { mailSetup, missingForEmail } from '../../../features/messages/mail/setup.ts';
import { unseenVariables } from '../../daemon/service-facts.ts';
import { type Check, fail, ok, some, type Verdict, warn } from './check-results.ts';

export const REACH_CHECKS: readonly Check<App>[] = [
  { name: 'mail', look: checkMail },
  { name: 'LINE', look: checkLine },
];

async function checkMail(app: App): Promise<Verdict[]> {
  if ((await missingForEmail(app)) === 'mail_server') return [unseen(app, ['VESTRY_SMTP_URL']) ?? ok('Not set up.')];
  const { server, from } = await mailSetup(app);
  const problem = await checkMailServer(app, server);
  if (problem !== null)
    return [fail(problem, 'Correct the settings, and send a test letter: vestry mail set, vestry mail test')];
  return [ok(`The mail server accepts messages from ${from.address}.`)];
}

async function checkLine(app: App): Promise<Verdict[]> {
  const { lineChannelSecret: secret, lineChannelAccessToken: token } = app.config;
  const hidden = unseen(app, LINE_VARIABLES);
  if (hidden && (secret === undefined || token === undefined)) return [hidden];
  if (secret === undefined && token === undefined) return [ok('Not set up.')];
  if (token === undefined)
    return [warn('There is no access token, so no LINE message can be sent.', setting('lineChannelAccessToken'))];
  const reached = await checkAccount(app);
  if (!reached.ok) return [fail(reached.error, setting('lineChannelAccessToken'))];
  if (secret === undefined)
    return [warn('There is no channel secret, so nobody can connect a LINE account.', setting('lineChannelSecret'))];
  return [ok('The LINE account responds.')];
}

const LINE_VARIABLES = ['VESTRY_LINE_CHANNEL_SECRET', 'VESTRY_LINE_CHANNEL_ACCESS_TOKEN'];

/**
 * Returns a warning if the running service has one of these variables in its environment and this command cannot see
 * its value.
 */
function unseen({ paths }: App, names: readonly string[]): Verdict | undefined {
  const hidden = unseenVariables(paths).filter((name) => names.includes(name));
  if (hidden.length === 0) return undefined;
  const message = `The running service has ${some(hidden)} in its environment. This command cannot see the environment of the service.`;
  return warn(
    message,
    'Set the same variables here and check again, or store the settings in config.json: vestry config set',
  );
}

const setting = (name: string) => `Copy it from the LINE Developers console, and store it: vestry config set ${name}`;
