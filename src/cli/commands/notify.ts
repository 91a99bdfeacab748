import type { Command } from 'commander';
import { bindCommand } from '../../features/messages/line/commands.ts';
import { messageCommands } from '../../features/messages/commands.ts';

/** Adds `vestry notify ...`. */
export function notifyCommands(notify: Command): void {
  messageCommands(notify);
  bindCommand(notify);
}
