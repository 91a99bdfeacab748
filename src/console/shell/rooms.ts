/** The rooms of the page: their addresses, the permissions that they need, and their order for each role. */
import type { Me, Permission } from '../session/session.ts';

export const ROOMS = {
  home: { href: '/', needs: [] },
  offerings: { href: '/offerings', needs: ['giving.write', 'giving.read'] },
  expenses: { href: '/expenses', needs: ['expenses.submit', 'expenses.readAll'] },
  approvals: { href: '/approvals', needs: ['expenses.approve'] },
  attendance: { href: '/attendance', needs: ['meals.read'] },
  giving: { href: '/giving', needs: ['giving.read'] },
  messages: { href: '/messages', needs: ['notifications.manage'] },
  people: { href: '/people', needs: ['members.read'] },
  monthEnd: { href: '/month-end', needs: ['reports.read'] },
  bank: { href: '/bank', needs: ['reports.read'] },
  reports: { href: '/reports', needs: ['reports.read'] },
  settings: { href: '/settings', needs: ['profile.read', 'audit.read', 'users.manage'] },
} as const satisfies Record<string, { href: string; needs: readonly Permission[] }>;

export type Room = keyof typeof ROOMS;

const TREASURER =
  'home offerings approvals monthEnd expenses bank giving reports people attendance settings messages'.split(' ');
const SECRETARY = 'home people attendance expenses settings messages'.split(' ');
const OTHERS = 'home expenses people attendance settings'.split(' ');
const ELDER = 'home approvals expenses reports monthEnd bank people attendance'.split(' ');

/** The order of the rooms for each role. On a phone, only the first four are always in view. */
const ORDER: Readonly<Record<Me['roles'][number], readonly string[]>> = {
  super_admin: TREASURER,
  treasurer: TREASURER,
  finance: TREASURER,
  offering_counter: 'home offerings attendance expenses people'.split(' '),
  elder: ELDER,
  expense_approver: ELDER,
  secretary: SECRETARY,
  admin: SECRETARY,
  deacon: OTHERS,
  pastor: OTHERS,
  ministry_leader: OTHERS,
  member: OTHERS,
  auditor: 'home reports expenses offerings giving monthEnd bank settings'.split(' '),
};

/** Returns true if the account has at least one of the permissions of a room, or if the room needs none. */
export const mayEnter = (me: Me, room: Room): boolean => hasOne(me, ROOMS[room].needs);

/**
 * Returns true if the account may open a screen. A screen without permissions of its own needs those of the room at the
 * beginning of its address.
 */
export function mayOpen(me: Me, { path, needs }: { path: string; needs?: readonly Permission[] | undefined }): boolean {
  const room = Object.values(ROOMS).find(({ href }) => path.split('/')[1] === href.slice(1));
  return hasOne(me, needs ?? room?.needs ?? []);
}

function hasOne(me: Me, needs: readonly Permission[]): boolean {
  return needs.length === 0 || needs.some((permission) => me.permissions.includes(permission));
}

/** Returns true if the page has a room of this name and the account may enter it. */
export function hasRoom(me: Me, room: string): boolean {
  return room in ROOMS && mayEnter(me, room as Room);
}

/** Returns the rooms that an account may enter, in the order of its first role. Rooms of its other roles follow. */
export function roomsOf(me: Me): readonly Room[] {
  const wanted = new Set([...me.roles.flatMap((role) => ORDER[role]), ...Object.keys(ROOMS)]);
  return [...wanted].filter((room): room is Room => room in ROOMS).filter((room) => mayEnter(me, room));
}
