import { type ScreenOfPage } from './screen.ts';

export const HOME: readonly ScreenOfPage[] = [
  { name: 'home-counter', role: 'offering_counter', path: '/', shows: '.home .button-primary' },
  { name: 'home-treasurer', role: 'treasurer', path: '/', shows: '.home .button-primary' },
  { name: 'home-elder', role: 'elder', path: '/', shows: '.home a[href^="/bank/"]' },
  { name: 'home-secretary', role: 'secretary', path: '/', shows: '.home a' },
  { name: 'home-member', role: 'member', path: '/', shows: 'main p' },
];
