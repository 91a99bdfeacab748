/**
 * Decides to whom a statement goes. A person who died gets no letter: the statement of a couple goes to the survivor, and
 * that of a single person, or of a couple who both died, to the estate.
 */
import type { Address } from '../../../lib/address.ts';
import type { Estate } from '../../people/members/schema.ts';
import type { StatementAddressee } from './schema.ts';

/** A person on a statement. `address` is their own address or that of their family. */
export type OnStatement = {
  id: number;
  name: string;
  chineseName: string | null;
  address: Address | null;
  isDeceased: boolean;
  diedOn: string | null;
  estate: Estate | null;
};

/** To whom a statement goes. `chineseName` decides the language where the name of the giver decides it. */
export type Addressee = StatementAddressee & { chineseName: string | null };

/** Returns to whom the statement of these people goes. The giver is the first of them. */
export function addresseeOf(people: readonly OnStatement[]): Addressee {
  const living = people.filter(({ isDeceased }) => !isDeceased);
  const [first] = living;
  if (!first) return estateOf(people);
  const undated = people.find(({ isDeceased, diedOn }) => isDeceased && diedOn === null);
  return {
    kind: living.length === people.length ? 'Givers' : 'Survivor',
    names: living.map(({ name }) => name),
    chineseName: first.chineseName,
    careOf: null,
    address: first.address,
    lacks: undated ? { memberId: undated.id, what: 'DayOfDeath' } : null,
  };
}

/** Returns the estate to which a statement goes. Of a couple, this is the estate of who died last, if it is known. */
function estateOf(people: readonly OnStatement[]): Addressee {
  const latest = people.toSorted((a, b) => (b.diedOn ?? '').localeCompare(a.diedOn ?? ''));
  const dead = latest.find(({ estate }) => estate !== null) ?? latest[0];
  const { careOf = null, address = null } = dead?.estate ?? {};
  const isAddressed = address !== null && Object.values(address).some((line) => line !== null);
  return {
    kind: 'Estate',
    names: [dead?.estate?.name ?? dead?.name ?? ''],
    chineseName: dead?.chineseName ?? null,
    careOf,
    address,
    lacks: dead && (dead.diedOn === null || !isAddressed) ? lackOf(dead) : null,
  };
}

function lackOf({ id: memberId, diedOn }: OnStatement): Addressee['lacks'] {
  return { memberId, what: diedOn === null ? 'DayOfDeath' : 'Estate' };
}
