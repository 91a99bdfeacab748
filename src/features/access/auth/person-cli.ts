/**
 * Identifies the person at the terminal, for rules that depend on who acts. The person names their account and enters
 * its password.
 */
import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { asPerson } from './service.ts';
import { can, type Permission } from '../../../permissions.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { askSecret, readSecretLine } from '../../../cli/kit/prompt.ts';

/** Adds the options with which a person names their account. With `isRequired`, a command without `--as` is refused. */
export function personOptions(command: Command, isRequired = false): Command {
  const as = new Option('--as <email>', 'the e-mail address of your account; Vestry asks for its password');
  return command
    .addOption(as.makeOptionMandatory(isRequired))
    .option('--password-stdin', 'read the password for --as from the first line of standard input');
}

/**
 * Returns the app acting as the person named by `--as`. Without `--as`, returns the app unchanged. Raises
 * `invalid_credentials`, `too_many_requests`, and `forbidden` if the person has none of the permissions.
 */
export async function actingPerson(app: App, options: Options, ...permissions: Permission[]): Promise<App> {
  if (typeof options.as !== 'string') return app;
  const email = options.as;
  const password = options.passwordStdin
    ? await readSecretLine()
    : await askSecret('--password-stdin', `Password of ${email}:`);
  const acting = await asPerson(app, { email, password: password ?? '' });
  if (permissions.some((permission) => can(acting.actor, permission))) return acting;
  throw new AppError(
    'forbidden',
    `${email} may not do this. The account needs the permission ${permissions.join(' or ')}.`,
  );
}
