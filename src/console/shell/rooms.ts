/** The rooms of the page: their addresses, the permissions that they need, and their order for each role. */
import type { Me, Permission } from '../session/session.ts';

export const ROOMS = {
  home: { href: '/', needs: [] },
  offerings: { href: '/offerings', needs: ['giving.write', 'giving.read'] },
  attendance: { href: '/attendance', needs: ['meals.read'] },
  people: { href: '/people', needs: ['members.read'] },
} as const satisfies Record<string, { href: string; needs: readonly Permission[] }>;

export type Room = keyof typeof ROOMS;

/** The order of the rooms for a role without an entry in BY_ROLE. The rooms for the work on Sunday come first. */
const USUAL: readonly Room[] = ['home', 'offerings', 'attendance', 'people'];

const BY_ROLE: Readonly<Partial<Record<Me['roles'][number], readonly Room[]>>> = {
  treasurer: ['home', 'offerings', 'people', 'attendance'],
  finance: ['home', 'offerings', 'people', 'attendance'],
  super_admin: ['home', 'offerings', 'people', 'attendance'],
  elder: ['home', 'people', 'attendance'],
  secretary: ['home', 'people', 'attendance'],
  admin: ['home', 'people', 'attendance'],
  deacon: ['home', 'people', 'attendance'],
  pastor: ['home', 'people', 'attendance'],
  ministry_leader: ['home', 'people', 'attendance'],
};

/** Returns true if the account has at least one of the permissions of a room, or if the room needs none. */
export function mayEnter(me: Me, room: Room): boolean {
  const needs: readonly Permission[] = ROOMS[room].needs;
  return needs.length === 0 || needs.some((permission) => me.permissions.includes(permission));
}

/**
 * Returns the rooms that an account may enter, in the order of its first role with an entry in BY_ROLE. If no role has
 * one, the order is USUAL. Rooms that the entry does not list come last.
 */
export function roomsOf(me: Me): readonly Room[] {
  const order = me.roles.map((role) => BY_ROLE[role]).find((rooms) => rooms !== undefined) ?? USUAL;
  const rest = USUAL.filter((room) => !order.includes(room));
  return [...order, ...rest].filter((room) => mayEnter(me, room));
}
