/** Adds the people of a demo church to its records: most of them on the first day, the others later. */
import type { App } from '../../../app.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addFamilies, createFamily } from '../../people/families/service.ts';
import { addMembers } from '../../people/import/service.ts';
import { createMember, updateMember } from '../../people/members/service.ts';
import { settled } from '../../people/members/rules.ts';
import type { Diary } from './diary.ts';
import type { People, Person } from './people.ts';

/** The ids of the families (by index) and of the members (by person) that have been added so far. */
export type Register = {
  families: Map<number, number>;
  members: Map<Person, number>;
};

/** Adds the people of the first day, with their families. `userIds` has the ids of their accounts. */
export async function enrol(
  app: App,
  { families, people }: People,
  { from, userIds }: { from: CalendarDate; userIds: ReadonlyMap<Person, number> },
): Promise<Register> {
  const register: Register = { families: new Map(), members: new Map() };
  let familyId = await lastIdGiven(app.db, 'familyUnits');
  const ownFamilies = families.flatMap(({ input, enteredOn }, index) => {
    if (enteredOn > from) return [];
    register.families.set(index, ++familyId);
    return [{ id: familyId, input }];
  });
  await addFamilies(app, ownFamilies);
  let memberId = await lastIdGiven(app.db, 'members');
  const own = people.flatMap((person) => {
    if (person.enteredOn > from) return [];
    register.members.set(person, ++memberId);
    return [{ ...settled(inputOf(person, register), null), id: memberId, userId: userIds.get(person) ?? null }];
  });
  await addMembers(app, own);
  return register;
}

/** Plans the changes after the first day: people join, die or move away. */
export function noteMembers(
  diary: Diary,
  { families, people }: People,
  { from, register }: { from: CalendarDate; register: Register },
): void {
  for (const person of people) {
    const { enteredOn, family, leaves } = person;
    if (enteredOn > from) {
      diary.note({ on: enteredOn, time: '11:45' }, 'secretary', async (app) => {
        const planned = family === null ? undefined : families[family];
        if (family !== null && planned && !register.families.has(family)) {
          register.families.set(family, (await createFamily(app, planned.input)).id);
        }
        register.members.set(person, (await createMember(app, inputOf(person, register))).id);
      });
    }
    if (leaves === null) continue;
    diary.note({ on: leaves.on, time: '16:20' }, 'secretary', async (app) => {
      const { on, status, notes, estate } = leaves;
      const id = register.members.get(person);
      const diedOn = status === 'Deceased' ? on : null;
      if (id !== undefined)
        await updateMember(app, id, { ...inputOf(person, register), status, notes, diedOn, estate });
    });
  }
}

function inputOf({ input, family }: Person, { families }: Register): Person['input'] {
  return { ...input, familyUnitId: family === null ? null : (families.get(family) ?? null) };
}
