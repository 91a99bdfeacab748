/** Decides who may follow the link of an event. */
import type { Me } from '../session/session.ts';
import { partsOf } from '../settings/parts.ts';
import { mayOpen } from '../shell/rooms.ts';

/** Returns true if the account may open the screen at the address. */
export function mayFollow(me: Me, link: string): boolean {
  const [, room, part, id] = link.split('/');
  if (room === 'settings' && id !== undefined) return me.permissions.includes('users.manage');
  if (room === 'settings') return partsOf(me).some((one) => one === part);
  if (part === 'vendors') return me.permissions.includes('finance.manage');
  return mayOpen(me, { path: link });
}
