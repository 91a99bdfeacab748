import type { Command } from 'commander';
import { contributionCommands } from '../features/contributions/commands.ts';
import { exportMembersCommand } from '../features/members/commands.ts';

/** Adds `vestry export ...`. */
export function exportCommands(family: Command): void {
  exportMembersCommand(family);
  contributionCommands(family);
}
