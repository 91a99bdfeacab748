import { route } from '../../../http/route.ts';
import { getAccountsByMethod, putAccountsByMethod } from './by-method.ts';
import {
  AccountPath,
  Accounts,
  AccountsByMethod,
  AccountWithBalance,
  NewAccount,
  NewAccountsByMethod,
} from './schema.ts';
import { createAccount, deleteAccount, getAccount, listAccounts, updateAccount } from './service.ts';

const readAccount = route({
  method: 'GET',
  path: '/api/accounts/:id',
  summary: 'Read an account',
  tag: 'Books',
  permission: 'reports.read',
  params: AccountPath,
  answer: AccountWithBalance,
  versioned: true,
  handle: (app, { params }) => getAccount(app, params.id),
});

const readByMethod = route({
  method: 'GET',
  path: '/api/accounts/by-method',
  summary: 'Read which account each payment method uses',
  tag: 'Books',
  permission: 'reports.read',
  answer: AccountsByMethod,
  versioned: true,
  handle: (app) => getAccountsByMethod(app),
});

export const accountRoutes = [
  readByMethod,
  route({
    method: 'PUT',
    path: '/api/accounts/by-method',
    summary: 'Choose the account of each payment method',
    tag: 'Books',
    permission: 'statements.manage',
    body: NewAccountsByMethod,
    answer: AccountsByMethod,
    versionOf: readByMethod,
    errors: ['unknown_reference', 'account_reserved', 'account_disabled'],
    handle: (app, { body }) => putAccountsByMethod(app, body),
  }),
  readAccount,
  route({
    method: 'GET',
    path: '/api/accounts',
    summary: 'List the accounts',
    tag: 'Books',
    permission: 'reports.read',
    answer: Accounts,
    handle: (app) => listAccounts(app),
  }),
  route({
    method: 'POST',
    path: '/api/accounts',
    summary: 'Add an account',
    tag: 'Books',
    permission: 'statements.manage',
    body: NewAccount,
    answer: AccountWithBalance,
    status: 201,
    location: ({ id }) => `/api/accounts/${id}`,
    versionOf: readAccount,
    keyed: 'transaction',
    errors: ['name_taken'],
    handle: (app, { body }) => createAccount(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/accounts/:id',
    summary: 'Replace an account',
    tag: 'Books',
    permission: 'statements.manage',
    params: AccountPath,
    body: NewAccount,
    answer: AccountWithBalance,
    versionOf: readAccount,
    errors: ['name_taken', 'account_in_use', 'account_reserved'],
    handle: (app, { params, body }) => updateAccount(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/accounts/:id',
    summary: 'Remove an account that was never used',
    tag: 'Books',
    permission: 'statements.manage',
    params: AccountPath,
    versionOf: readAccount,
    errors: ['account_in_use', 'account_reserved'],
    handle: (app, { params }) => deleteAccount(app, params.id),
  }),
];
