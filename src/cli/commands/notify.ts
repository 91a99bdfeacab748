import type { Command } from 'commander';
import { messageCommands } from '../../features/messages/commands.ts';
import { emailCommand } from '../../features/messages/email/commands.ts';
import { bindCommand, lineCommand } from '../../features/messages/line/commands.ts';

/** Adds `vestry notify ...`. */
export function notifyCommands(notify: Command): void {
  emailCommand(notify);
  lineCommand(notify);
  messageCommands(notify);
  bindCommand(notify);
}
