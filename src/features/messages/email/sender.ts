import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import type { Mailbox } from '../../../lib/mailbox.ts';
import type { Missing } from '../channel.ts';
import { configuredSender, refuseUnconfigured } from './smtp.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';

/** Returns the sender of e-mails from the settings, or else the church's e-mail address. Raises `not_configured`. */
export async function senderOf(app: App): Promise<Mailbox> {
  refuseUnconfigured(app.config);
  const sender = await findSender(app);
  if (sender) return sender;
  throw new AppError(
    'not_configured',
    "No sender is set up. Set VESTRY_MAIL_FROM, or enter the church's e-mail address: vestry profile set --email",
  );
}

/** Returns what must be set up before e-mails can be sent, or null. */
export async function missingForEmail(app: App): Promise<Missing | null> {
  if (app.config.smtpUrl === undefined) return 'mail_server';
  return (await findSender(app)) === undefined ? 'sender' : null;
}

async function findSender(app: App): Promise<Mailbox | undefined> {
  const { name } = await getChurch(app);
  const own = (await getLetterhead(app)).email;
  const sender = configuredSender(app.config) ?? (own === null ? undefined : { name, address: own });
  return sender && { name: sender.name || name, address: sender.address };
}
