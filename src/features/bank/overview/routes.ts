import { route } from '../../../http/route.ts';
import { AccountsAtBank } from './schema.ts';
import { listAccountsAtBank } from './service.ts';

export const bankOverviewRoutes = [
  route({
    method: 'GET',
    path: '/api/bank-accounts',
    summary: 'List the accounts at a bank, with their open lines and their last reconciliation',
    tag: 'Bank',
    permission: 'reports.read',
    answer: AccountsAtBank,
    errors: ['sum_too_large'],
    handle: (app) => listAccountsAtBank(app),
  }),
];
