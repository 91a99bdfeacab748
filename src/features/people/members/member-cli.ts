/** Finds the members whom a person names on the command line. */
import { fullName, personName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { isInteractive, pick } from '../../../cli/kit/prompt.ts';
import { AppError } from '../../../errors.ts';
import { splitChineseName } from '../../../lib/chinese-name.ts';
import { foldForSearch, wordsOf } from '../../../lib/fold.ts';
import { giversNear, indexGivers } from '../../../lib/giver-index.ts';
import { haveSameName } from '../../../lib/names.ts';
import { readName } from '../../../lib/read-name.ts';
import { printable } from '../../../lib/text.ts';
import { decode } from '../../../validate.ts';
import { type DeletedMember, DeletedMemberQuery, type Member, MemberQuery } from './schema.ts';
import { getMember, listDeletedMembers, listGivers, listMembers, membersByOfferingNumber } from './service.ts';

const MOST_SHOWN = 20;
/** How many members with a similar name are suggested. */
const MOST_NEAR = 5;

/**
 * Returns the id of the member whom the text of a flag names by name, id or envelope number. If the text fits several
 * members, asks which one is meant. Without a terminal, raises `conflict` with a list of these members instead. Raises
 * `not_found` if the text fits no member; the message says if that member was deleted, or suggests similar names. A part of a word is not enough,
 * even if it fits only one member.
 */
export async function findMember(app: App, text: string, flag: string): Promise<number> {
  const found = await candidatesFor(app, text.trim());
  const exact = found.filter((member) => haveSameName(member, readName(text)));
  const [only, ...others] = exact.length === 1 ? exact : found;
  if (!only) throw await notFound(app, text);
  if (others.length === 0 && isNamed(only, text)) return only.id;
  const choices = [only, ...others].map((member) => `${printable(fullName(member))} (${member.id})`);
  const message =
    others.length === 0
      ? `"${printable(text)}" is only a part of a member's name.`
      : `"${printable(text)}" fits several members.`;
  if (!isInteractive()) throw new AppError('conflict', `${message} Name one by id: ${choices.join(', ')}.`);
  const chosen = await pick(choices, flag, message);
  return [only, ...others][choices.indexOf(chosen)]?.id ?? only.id;
}

/** True unless the text has a word that is only a part of a word of the member, as Lin is of Linden. */
function isNamed({ id, offeringNumber, ...member }: Member, text: string): boolean {
  const { firstName, lastName, nickname, chineseName, email } = member;
  const split = splitChineseName(chineseName ?? '');
  const names = [firstName, lastName, nickname, chineseName, split?.firstName, split?.lastName, email, offeringNumber];
  const words = new Set([String(id), ...names].flatMap((name) => wordsOf(name ?? '')));
  const isWhole = words.has(foldForSearch(text)) || wordsOf(text).every((word) => words.has(word));
  return isWhole || haveSameName(member, readName(text));
}

/** Returns the id of the member whom `--member` names. A number is an id, and is not checked. */
export async function memberIn(app: App, text: string): Promise<string> {
  return /^\s*\d+\s*$/.test(text) ? text.trim() : String(await findMember(app, text, '--member'));
}

async function notFound(app: App, text: string): Promise<AppError> {
  const deleted = await deletedNamed(app, text);
  if (deleted) {
    const who = `${printable(fullName(deleted))} (${deleted.id})`;
    return new AppError('not_found', `${who} was deleted. To undo this: vestry member restore ${deleted.id}`);
  }
  const index = indexGivers((await listGivers(app)).items);
  const near = giversNear(index, text, MOST_NEAR).map((giver) => `${printable(personName(giver) ?? '')} (${giver.id})`);
  const next =
    near.length === 0
      ? 'To see all members: vestry member list. To add one: vestry member create'
      : `Did you mean ${near.join(' or ')}?`;
  return new AppError('not_found', `No member has the name, id or envelope number "${printable(text)}". ${next}`);
}

/** Returns the member last deleted who has this id or name. */
async function deletedNamed(app: App, text: string): Promise<DeletedMember | undefined> {
  const { items } = await listDeletedMembers(app, decode(DeletedMemberQuery, { pageSize: '200' }));
  return items.find((member) => String(member.id) === text.trim() || haveSameName(member, readName(text)));
}

async function candidatesFor(app: App, text: string): Promise<Member[]> {
  const ids = [...(await membersByOfferingNumber(app, [text])).values()];
  if (/^[1-9]\d{0,14}$/.test(text) && !ids.includes(Number(text))) ids.push(Number(text));
  const numbered = await Promise.all(ids.map((id) => memberOrNone(app, id)));
  const members = numbered.filter((member) => member !== undefined);
  if (members.length > 0) return members;
  const page = await listMembers(app, decode(MemberQuery, { search: text, pageSize: String(MOST_SHOWN) }));
  return page.items;
}

async function memberOrNone(app: App, id: number): Promise<Member | undefined> {
  try {
    return await getMember(app, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
