import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import type { Mailbox } from '../../../lib/mailbox.ts';
import { configuredSender, refuseUnconfigured } from './smtp.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';

/** Returns the sender of e-mails from the settings, or else the church's e-mail address. Raises `not_configured`. */
export async function senderOf(app: App): Promise<Mailbox> {
  refuseUnconfigured(app.config);
  const { name } = await getChurch(app);
  const own = (await getLetterhead(app)).email;
  const sender = configuredSender(app.config) ?? (own === null ? undefined : { name, address: own });
  if (sender) return { name: sender.name || name, address: sender.address };
  throw new AppError(
    'not_configured',
    "No sender is set up. Set VESTRY_MAIL_FROM, or enter the church's e-mail address: vestry profile set --email",
  );
}
