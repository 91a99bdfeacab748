import { press, type ScreenOfPage } from './screen.ts';

export const SHELL: readonly ScreenOfPage[] = [
  {
    name: 'help',
    role: 'treasurer',
    path: '/giving',
    reach: press('.shell-tools button:last-child'),
    shows: '.dialog ol',
  },
  { name: 'guide', role: 'member', path: '/guide', shows: '.guide-text details' },
  { name: 'not-found', role: 'member', path: '/nowhere', shows: 'main h1' },
  {
    name: 'language-menu',
    role: 'admin',
    path: '/',
    reach: press('.shell-tools button:nth-child(1)'),
    shows: '[role=menuitem]',
  },
  {
    name: 'account-menu',
    role: 'admin',
    path: '/',
    reach: press('.shell-tools button:nth-child(2)'),
    shows: '[role=menuitem]',
  },
];
