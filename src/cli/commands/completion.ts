/** `vestry completion`: completes commands and flags in a shell. */
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion`, which prints the script for a shell, and the hidden `complete`, which that script calls. */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
}
