import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options, task } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { sending } from '../sending-cli.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { getMember } from '../../people/members/service.ts';
import { printResult, readIds, readMembers, readText } from '../message-options-cli.ts';
import { SendResult } from '../schema.ts';
import { createBindingCode } from './codes.ts';
import { handouts } from './replies.ts';
import { BindingCode, LineMessage, LinePath } from './schema.ts';
import { sendLine } from './service.ts';

/** Adds `vestry notify line`. */
export function lineCommand(notify: Command): void {
  notify
    .command('line')
    .description('send a LINE message to members and groups')
    .option('--member <name>', 'to a member: a name or an id; may be repeated', collect)
    .option('--group <id>', 'to a group; may be repeated', collect)
    .option('--body <text>', 'the text')
    .addOption(new Option('--body-file <file>', 'the text from a file; - for standard input').conflicts('body'))
    .option('--fallback-to-email', 'send an e-mail to members whom LINE does not reach')
    .addHelpText('after', '\nExample:\n  $ vestry notify line --group 1 --body "Service at 10 today"')
    .action(
      action({
        asServed: true,
        answer: SendResult,
        flags: { memberIds: '--member', groupIds: '--group', body: '--body or --body-file' },
        run: (app, _args, options) => line(app, options),
        print: printResult,
      }),
    );
}

async function line(app: App, options: Options): Promise<SendResult> {
  const { member, group, fallbackToEmail = false } = options;
  const body = await readText(options);
  const memberIds = await readMembers(app, member);
  const message = decode(LineMessage, { memberIds, groupIds: readIds(group), body, fallbackToEmail });
  return sending(app, options, (progress) => sendLine(app, message, progress));
}

/** Adds `vestry notify bind`. */
export function bindCommand(family: Command): void {
  family
    .command('bind <member-id>')
    .description('make a code with which a member connects their LINE account; the code is shown only once')
    .addHelpText('after', '\nExample:\n  $ vestry notify bind 17')
    .action(
      task({
        flags: { id: 'MEMBER_ID' },
        run: async (app, [id], { json }) => {
          const member = await getMember(app, decode(LinePath, { id }).id);
          const made = await createBindingCode(app, { memberId: member.id });
          const { code, expiresAt } = made;
          const text = json
            ? JSON.stringify(encode(BindingCode, made), null, 2)
            : [
                `Code: ${code} (for one use, until ${expiresAt})`,
                '',
                'Give this to the member:',
                ...(await handouts(app, code, expiresAt)),
              ].join('\n');
          process.stdout.write(`${text}\n`);
        },
      }),
    );
}
