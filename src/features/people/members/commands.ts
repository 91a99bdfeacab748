import { fullName } from '../../../lib/person-name.ts';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { type Column, fieldTable, pageLine, table } from '../../../cli/kit/print.ts';
import { flagOf } from '../../../cli/kit/flag.ts';
import { ask, confirm, isInteractive } from '../../../cli/kit/prompt.ts';
import { unlessSure } from '../../../cli/kit/sure.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { fromParts, partOf } from '../../../lib/parts.ts';
import { printable } from '../../../lib/text.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { MEMBER_FIELDS, type MemberField } from './fields.ts';
import { mergeMember } from './merge.ts';
import { familyEmptiedBy, purgeMember } from './purge.ts';
import {
  EnteredMember,
  Member,
  MemberPage,
  MemberPath,
  MemberQuery,
  MemberStatus,
  Merge,
  NewMember,
} from './schema.ts';
import { createMember, deleteMember, getMember, listMembers, restoreMember, updateMember } from './service.ts';

const Done = z.object({ id: z.int(), done: z.string() });

/** Adds `vestry member ...`. */
export function memberCommands(member: Command): void {
  listCommand(member);
  member.command('show <id>').description('show a member').action(one(getMember));
  changeCommands(member);
  member
    .command('delete <id>')
    .description('remove a member from lists and messages; the name stays on givings')
    .action(gone('deleted', deleteMember, (id) => ` To undo this: vestry member restore ${id}`));
  member.command('restore <id>').description('restore a deleted member').action(one(restoreMember));
  member
    .command('merge <id>')
    .description('merge a duplicate member into another, who gets the givings, the expenses and any missing details')
    .option('--into <id>', 'the member who stays')
    .option(
      '-y, --yes',
      'merge even if names or birth dates differ; also copy the e-mail address if the remaining member has none',
    )
    .addOption(new Option('--confirm', 'the same as --yes').hideHelp())
    .action(
      one(async (app, id, options) => {
        const into = Number(await ask(options.into, '--into', 'Id of the member who stays:'));
        const isSure = { ...options, confirm: options.confirm === true || options.yes === true };
        return unlessSure(isSure, 'different_people', (confirm) =>
          mergeMember(app, id, decode(Merge, { into, confirm })),
        );
      }),
    );
  member
    .command('purge <id>')
    .description('erase a member for good on a privacy request; givings stay without a name')
    .option('--confirm', "erase even within seven years of the member's last giving")
    .option('--erase-family', 'also erase the family with its address if nobody is left in it')
    .addOption(new Option('--keep-family', 'keep the family with its address').conflicts('eraseFamily'))
    .action(
      gone('erased for good, but not from backups', async (app, id, options) => {
        const erasesFamily = await alsoFamily(app, id, options);
        return unlessSure(options, 'retention', (confirm) => purgeMember(app, id, confirm, erasesFamily));
      }),
    );
}

function changeCommands(member: Command): void {
  withFields(member.command('create'))
    .description('add a member')
    .addHelpText('after', '\nExample:\n  $ vestry member create --first-name Mei --last-name Lin --chinese-name 林美')
    .action(
      action({
        flags: OTHER_NAMES,
        answer: EnteredMember,
        run: async (app, _args, options) => createMember(app, decode(NewMember, await asked(options))),
        print: printEntered,
      }),
    );
  withFields(member.command('update <id>'))
    .description('change the given fields; an empty text clears a field')
    .action(
      action({
        flags: OTHER_NAMES,
        answer: EnteredMember,
        run: async (app, [text], options) => {
          const { id } = decode(MemberPath, { id: text });
          return updateMember(app, id, await merged(app, id, options));
        },
        print: printEntered,
      }),
    );
}

/**
 * Decides whether a family that becomes empty is erased, too. The flags decide; without them, the person at the
 * terminal is asked.
 */
async function alsoFamily(app: App, id: number, { eraseFamily, keepFamily }: Options): Promise<boolean> {
  if (eraseFamily || keepFamily) return eraseFamily === true;
  const family = await familyEmptiedBy(app, id);
  if (!family) return false;
  const what = `This leaves nobody in the family "${printable(family.name)}" (${family.id}).`;
  if (isInteractive()) return confirm(`${what} Erase it with its address, telephone number and notes?`);
  throw new SetupError(
    `${what} Add --erase-family or --keep-family to decide what happens to the family. Nothing was erased.`,
    EXIT.usage,
  );
}

function listCommand(member: Command): void {
  member
    .command('list')
    .description('list members')
    .option('--search <text>', 'part of a name, of the name of the family, or of an envelope or telephone number')
    .addOption(new Option('--status <status>', 'only members with this status').choices(MemberStatus.options))
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: MemberPage,
        run: (app, _args, { search, status, page, pageSize }) =>
          listMembers(app, decode(MemberQuery, { find: search, status, page, pageSize })),
        print: printMembers,
      }),
    );
}

type Flag = Omit<NonNullable<MemberField['flag']>, 'name'> & {
  name: string;
  field: string;
  /** The part of the field that the flag sets, if it does not set all of it. */
  part?: string | undefined;
  words?: Readonly<Record<string, readonly string[]>> | undefined;
  kind?: string | undefined;
};

/** The member fields, and the parts of fields, that a flag can set. */
const FLAGS = Object.entries<MemberField>(MEMBER_FIELDS).flatMap(([field, { flag, columns }]): Flag[] => {
  const { words, kind } = columns[field] ?? {};
  const parts = Object.entries(columns).flatMap(([name, { flag, part }]) =>
    flag ? [{ ...flag, field, part, name: flagOf(name) }] : [],
  );
  return flag ? [{ ...flag, field, words, kind, name: flag.name ?? flagOf(field) }] : parts;
});
/** The flags that are not named after their field. Each key is the name of the field. */
const OTHER_NAMES = Object.fromEntries(
  FLAGS.filter(({ field, name }) => name !== flagOf(field)).map(({ field, part, name }) => [
    part === undefined ? field : `${field}.${part}`,
    name,
  ]),
);

function withFields(command: Command): Command {
  for (const { field, name, says, words, argument = words ? field : 'text' } of FLAGS) {
    const option = new Option(`${name} <${argument}>`, says);
    command.addOption(words ? option.choices(Object.keys(words)) : option);
  }
  return command;
}

/**
 * Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. A flag
 * for a part of a field leaves the other parts as they are in `before`.
 */
function named(options: Options, before: Record<string, unknown> = {}): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  const textOf = ({ name }: Flag) => options[new Option(name).attributeName()] as string | undefined;
  for (const flag of FLAGS) {
    const { field, part, kind } = flag;
    const text = textOf(flag);
    if (text === undefined) continue;
    if (part === undefined) said[field] = text === '' ? null : kind === 'id' ? Number(text) : text;
    else said[field] ??= fromParts(partsOf(field, (own) => textOf(own) ?? partOf(before[field] as object, own.part)));
  }
  return said;
}

function partsOf(field: string, textOf: (flag: Flag & { part: string }) => string | null) {
  return FLAGS.flatMap(({ part, ...flag }) => {
    if (flag.field !== field || part === undefined) return [];
    return [[part, textOf({ ...flag, part }) || null] as const];
  });
}

async function asked(options: Options): Promise<Record<string, unknown>> {
  const { firstName, lastName, chineseName } = options;
  // One name is enough.
  if (firstName !== undefined || lastName !== undefined || chineseName !== undefined) return named(options);
  return {
    ...named(options),
    firstName: await ask(options.firstName, '--first-name', 'First name:'),
    lastName: await ask(options.lastName, '--last-name', 'Last name:'),
  };
}

async function merged(app: App, id: number, options: Options): Promise<NewMember> {
  const member = encode(Member, await getMember(app, id));
  const { id: _id, createdAt: _at, createdBy: _by, modifiedAt: _changed, modifiedBy: _who, ...fields } = member;
  return decode(NewMember, { ...fields, ...named(options, fields) });
}

/** Returns the action of a command that works on one member and then prints that member. */
function one(run: (app: App, id: number, options: Options) => Promise<Member>) {
  return action({
    flags: OTHER_NAMES,
    answer: Member,
    run: (app, [id], options) => run(app, decode(MemberPath, { id }).id, options),
    print: printMember,
  });
}

/**
 * Returns the action of a command that removes one member. The command prints a sentence that ends with `done`, and what
 * `next` returns.
 */
function gone(
  done: string,
  run: (app: App, id: number, options: Options) => Promise<void>,
  next: (id: number) => string = () => '',
) {
  return action({
    answer: Done,
    run: async (app, [text], options) => {
      const { id } = decode(MemberPath, { id: text });
      await run(app, id, options);
      return { id, done };
    },
    print: ({ id }) => `Member ${id} is ${done}.${next(id)}`,
  });
}

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Name', cell: fullName },
  { title: 'Chinese name', cell: ({ chineseName }) => chineseName },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'E-mail', cell: ({ email }) => email },
  { title: 'Phone', cell: ({ phone }) => phone },
];

function printMembers(list: z.output<typeof MemberPage>): string {
  return `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'member')}`;
}

function printEntered({ warnings = [], ...member }: EnteredMember, at: LocalTime): string {
  const lines = warnings.map(({ code, message, memberIds }) =>
    code === 'likely_duplicate' ? `${message}\nMembers with this name: ${memberIds.join(', ')}` : message,
  );
  return [printMember(member, at), ...lines].join('\n\n');
}

function printMember(member: Member, at: LocalTime): string {
  return fieldTable('Member', encode(Member, member), at);
}
