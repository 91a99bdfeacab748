/** Finds the members and categories that a person names on the command line. */
import type { App } from '../../../app.ts';
import { isInteractive, pick } from '../../../cli/kit/prompt.ts';
import { AppError, badField } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import { printable } from '../../../lib/text.ts';
import { decode } from '../../../validate.ts';
import { fullName } from '../../people/members/rules.ts';
import { type Member, MemberQuery } from '../../people/members/schema.ts';
import { getMember, listMembers, membersByOfferingNumber } from '../../people/members/service.ts';
import { listCategories } from '../categories/service.ts';

const MOST_SHOWN = 20;

/**
 * Returns the id of the member whom a text names by name, id or envelope number. If the text fits several members, asks
 * which one is meant. Without a terminal, raises `conflict` with a list of these members instead. Raises `not_found` if
 * the text fits no member.
 */
export async function findGiver(app: App, text: string): Promise<number> {
  const found = await candidatesFor(app, text.trim());
  const exact = found.filter((member) => namesOf(member).includes(fold(text)));
  const [only, ...others] = exact.length === 1 ? exact : found;
  if (!only) throw new AppError('not_found', `No member has the name, id or envelope number "${printable(text)}".`);
  if (others.length === 0) return only.id;
  const choices = [only, ...others].map((member) => `${printable(fullName(member))} (${member.id})`);
  const message = `"${printable(text)}" fits several members.`;
  if (!isInteractive()) throw new AppError('conflict', `${message} Name one by id: ${choices.join(', ')}.`);
  const chosen = await pick(choices, '--giver', message);
  return [only, ...others][choices.indexOf(chosen)]?.id ?? only.id;
}

function namesOf(member: Member): string[] {
  return [fullName(member), member.chineseName ?? ''].map(fold);
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

/** Returns the id of the giving category that a text names by name or id. Raises `validation_failed`. */
export async function findCategory(app: App, text: string): Promise<number> {
  const { items } = await listCategories(app, true);
  const found = byNames(items).get(fold(text)) ?? items.find(({ id }) => String(id) === text.trim());
  if (found) return found.id;
  const names = items.filter(({ isActive }) => isActive).map(({ name }) => name);
  throw badField('categoryId', 'unknown_reference', `names no giving category. Choose one of: ${names.join(', ')}`);
}
