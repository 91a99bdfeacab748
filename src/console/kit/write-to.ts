/** The address of the message form with people chosen, which other rooms link to. */

/** Nobody writes unasked to the members of a family who have one of these statuses. */
const GONE: ReadonlySet<string> = new Set(['Deceased', 'Transferred']);

/** Returns the members of a family to whom a message to the whole family is sent. */
export function readersIn<Member extends { status: string }>(family: readonly Member[]): Member[] {
  return family.filter(({ status }) => !GONE.has(status));
}

/** Returns the address of the message form in which these people are chosen. */
export function addressToWriteTo(people: readonly { id: number }[]): string {
  return `/messages?to=${people.map(({ id }) => id).join(',')}`;
}

/** Returns the ids of the people whom the address of the message form chooses. `to` is its value of this name. */
export function chosenIn(to: string): number[] {
  const ids = to.split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}
