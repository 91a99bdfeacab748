import { press, type ScreenOfPage } from './screen.ts';

const FILE = [
  'Date,Donor,Fund,Amount,Paid in',
  '2026-03-01,Mei-Lin Lin,General,50.00,TWD',
  '2026-03-01,Una Rao,Tithe,2o.00,TWD',
  '2026-03-01,,Tithe,7.00,TWD',
].join('\n');

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
  { name: 'gift-import', role: 'treasurer', path: '/giving/import', shows: 'main input[type=file]' },
  {
    name: 'gift-import-questions',
    role: 'treasurer',
    path: '/giving/import',
    reach: async (page) => {
      const file = { name: 'gifts of 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
      await page.locator('input[type=file]').setInputFiles(file);
    },
    shows: '.import-rows',
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
