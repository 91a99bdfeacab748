import type { Command } from 'commander';
import { task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { getMember } from '../../people/members/service.ts';
import { handouts } from './replies.ts';
import { createBindingCode } from './codes.ts';
import { BindingCode, LinePath } from './schema.ts';

/** Adds `vestry notify bind`. */
export function bindCommand(family: Command): void {
  family
    .command('bind <member-id>')
    .description("make a code with which a member connects their LINE account with the church's; shown this once")
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
                'To hand to the member:',
                ...(await handouts(app, code, expiresAt)),
              ].join('\n');
          process.stdout.write(`${text}\n`);
        },
      }),
    );
}
