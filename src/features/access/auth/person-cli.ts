/**
 * Identifies the person at the terminal, for rules that depend on who acts. The person names their account and enters
 * its password.
 */
import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { asPerson } from '../second-factor/as-person.ts';
import { can, type Permission } from '../../../permissions.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { askSecret, readSecretLines } from '../../../cli/kit/prompt.ts';

const CODE = 'Code of your authenticator app, or a recovery code:';

/** Adds the options with which a person names their account. With `isRequired`, a command without `--as` is refused. */
export function personOptions(command: Command, isRequired = false): Command {
  const as = new Option(
    '--as <email>',
    'the e-mail address of your account; Vestry asks for its password, and for a code if it has a second factor',
  );
  return command
    .addOption(as.makeOptionMandatory(isRequired))
    .option(
      '--password-stdin',
      'read the password for --as from the first line of standard input, and the code of a second factor from the second line',
    );
}

/**
 * Returns the app acting as the person named by `--as`. Without `--as`, returns the app unchanged. Raises
 * `invalid_credentials`, `too_many_requests`, `invalid_second_factor`, `second_factor_setup_required`, and `forbidden`
 * if the person has none of the permissions.
 */
export async function actingPerson(app: App, options: Options, ...permissions: Permission[]): Promise<App> {
  if (typeof options.as !== 'string') return app;
  const email = options.as;
  const [password, code] = options.passwordStdin
    ? await readSecretLines()
    : [await askSecret('--password-stdin', `Password of ${email}:`)];
  const acting = await asPerson(app, { email, password: password ?? '' }, async () => {
    if (!options.passwordStdin) return (await askSecret('--password-stdin', CODE)) ?? '';
    if (code) return code;
    throw new SetupError(
      'This account has a second factor. Give its code, or a recovery code, on the second line of standard input.',
      EXIT.refused,
    );
  });
  if (permissions.some((permission) => can(acting.actor, permission))) return acting;
  throw new AppError(
    'forbidden',
    `${email} may not do this. The account needs the permission ${permissions.join(' or ')}.`,
  );
}
