/** `vestry completion`: what a shell needs to complete commands and flags. */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion`, which prints the script for a shell, and the hidden `complete`, which the script asks. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
}
