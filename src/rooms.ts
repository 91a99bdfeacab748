/**
 * The rooms (folders of `src/features`) that declare something for other rooms (`room-declarations.ts`). Each of these
 * rooms may use only the rooms that are before it in this list.
 */
import type { Declaration } from './room-declarations.ts';
import { access } from './features/access/room.ts';
import { accounting } from './features/accounting/room.ts';
import { bank } from './features/bank/room.ts';
import { church } from './features/church/room.ts';
import { giving } from './features/giving/room.ts';
import { imports } from './features/imports/room.ts';
import { ledger } from './features/ledger/room.ts';
import { messages } from './features/messages/room.ts';
import { people } from './features/people/room.ts';
import { reports } from './features/reports/room.ts';
import { spending } from './features/spending/room.ts';
import { upkeep } from './features/upkeep/room.ts';
import { webhooks } from './features/webhooks/room.ts';

export const ROOMS: readonly (readonly Declaration[])[] = [
  church,
  imports,
  people,
  access,
  messages,
  ledger,
  giving,
  spending,
  accounting,
  bank,
  reports,
  webhooks,
  upkeep,
];
