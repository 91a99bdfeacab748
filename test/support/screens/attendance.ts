import { type ScreenOfPage } from './screen.ts';

export const ATTENDANCE: readonly ScreenOfPage[] = [
  { name: 'attendance', role: 'deacon', path: '/attendance', shows: 'main table' },
  { name: 'attendance-read', role: 'elder', path: '/attendance', shows: 'main table' },
];
