/** The options of the command line that decide about rows whose person resembles a member. */
import type { Command } from 'commander';
import { collect } from '../../cli/kit/amounts.ts';
import type { Options } from '../../cli/kit/action.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { shownRows } from './file-cli.ts';
import type { FormerMatches } from './schema.ts';
import type { Decision, Decisions } from './decisions.ts';

/** Adds the options that decide who the person in a row is. */
export function decisionOptions(command: Command): Command {
  return command
    .option('--same-as <line=id>', 'the person in this line is the member with this id; repeatable', collect)
    .option(
      '--new <line>',
      'the person in this line is a new person, although a member resembles them; repeatable',
      collect,
    )
    .option('--create-similar', 'everybody who only resembles a member is a new person')
    .option('--former', 'list the rows whose person was found by a number or address of a merged record');
}

/** Returns the rows that were found by what only a merged record had, if the options ask for them. */
export function printFormer({ formerMatches }: { formerMatches: FormerMatches }, { former }: Options): string[] {
  const entries = formerMatches.map(({ line, memberId, was }) => `line ${line}: ${was} is now member ${memberId}`);
  return former === true ? shownRows('Found by what a merged record had:', entries) : [];
}

/** Returns the decisions in the options. Raises a usage error for a decision that cannot be read. */
export function decisionsOf(options: Options): Decisions {
  const decisions = new Map<number, Decision>();
  for (const text of (options.sameAs as string[] | undefined) ?? []) {
    const [, line, id] = /^(\d{1,9})=(\d{1,15})$/.exec(text) ?? [];
    if (line === undefined)
      throw unreadable('--same-as', text, 'a line and the id of a member, such as --same-as 7=12');
    decisions.set(Number(line), Number(id));
  }
  for (const text of (options.new as string[] | undefined) ?? []) {
    if (!/^\d{1,9}$/.test(text)) throw unreadable('--new', text, 'a line, such as --new 7');
    decisions.set(Number(text), 'new');
  }
  return decisions;
}

function unreadable(flag: string, text: string, form: string): SetupError {
  return new SetupError(`${flag} "${text}" cannot be read. Give ${form}.`, EXIT.usage);
}
