import { press, type ScreenOfPage } from './screen.ts';

export const GIVING: readonly ScreenOfPage[] = [
  { name: 'giving', role: 'treasurer', path: '/giving', shows: 'main table' },
  { name: 'giving-not-found', role: 'auditor', path: '/giving?q=qqqq&method=Check', shows: '.empty' },
  { name: 'gift-new', role: 'treasurer', path: '/giving/gifts/new', shows: 'form.sheet' },
  {
    name: 'gift-reverse',
    role: 'treasurer',
    path: '/giving/gifts/2',
    reach: press('.screen-actions button'),
    shows: 'form.sheet',
  },
  { name: 'givers', role: 'treasurer', path: '/giving/givers', shows: 'main table' },
  {
    name: 'giver',
    role: 'auditor',
    path: ({ members }) => `/giving/givers/${members.mei}`,
    shows: '.statement-sheet',
  },
  { name: 'statements', role: 'treasurer', path: '/giving/statements?year=2026', shows: '.years-work' },
  { name: 'giving-summary', role: 'auditor', path: '/giving/summary?by=week', shows: 'main table' },
];
