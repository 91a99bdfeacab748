/** The requests about the lines of bank statements. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import { readAgain } from '../queries.ts';
import { withoutSettled } from './work.ts';

export type Line = Schemas['SuggestedBankLine'];
export type LinePage = Schemas['SuggestedBankLinePage'];
export type Suggestion = Schemas['BankSuggestion'];
export type LineStatus = Schemas['BankLineStatus'];
export type DocumentName = Schemas['BankDocumentName'];

const PAGE_SIZE = 50;
/** How many documents the box offers at once. */
const OFFERED = 10;

export type LineFilters = { status: LineStatus | ''; search: string; page: number };

export const linesQuery = (accountId: number, { status, search, page }: LineFilters) =>
  queryOptions({
    queryKey: ['bank', 'lines', accountId, status, search, page],
    queryFn: () => {
      const query = {
        sort: 'date',
        page,
        pageSize: PAGE_SIZE,
        ...(status !== '' && { status }),
        ...(search !== '' && { search }),
      } as const;
      return answerOf(client.GET('/api/accounts/{id}/bank-lines', { params: { path: { id: accountId }, query } }));
    },
    placeholderData: (before) => before,
  });

/** The documents of an account that no statement has yet, the latest first. */
export const openDocumentsQuery = (accountId: number, search: string) =>
  queryOptions({
    queryKey: ['bank', 'documents', accountId, search],
    queryFn: async () => {
      const query = { pageSize: OFFERED, ...(search !== '' && { search }) };
      const params = { path: { id: accountId }, query };
      return (await answerOf(client.GET('/api/accounts/{id}/bank-documents', { params }))).items;
    },
    placeholderData: (before) => before,
  });

export const matchQuery = (accountId: number, matchId: number) =>
  queryOptions({
    queryKey: ['bank', 'match', accountId, matchId],
    queryFn: () =>
      answerOf(client.GET('/api/accounts/{id}/matches/{matchId}', { params: { path: { id: accountId, matchId } } })),
  });

/** What was done with some lines, and how to undo it. */
export type Settled = {
  lines: readonly number[];
  documents: readonly DocumentName[];
  undo: () => Promise<void>;
};

/** Takes settled lines out of the shown lists at once, and reads the lists again. */
export function showSettled(accountId: number, { lines, documents }: Settled): void {
  queryClient.setQueriesData<LinePage>({ queryKey: ['bank', 'lines', accountId, 'Open'] }, (page) =>
    page ? withoutSettled(page, lines, documents) : page,
  );
  readAgain();
}

export async function match(
  accountId: number,
  body: { lines: readonly number[]; documents: readonly DocumentName[] },
): Promise<Settled> {
  const lines = [...body.lines];
  const documents = body.documents.map(({ type, id }) => ({ type, id }));
  const params = { path: { id: accountId } };
  const made = await answerOf(client.POST('/api/accounts/{id}/matches', { params, body: { lines, documents } }));
  return { lines, documents, undo: () => unmatch(accountId, made.id, false) };
}

/** Deletes a match, and with `isWithDocuments` also the documents that were made of its lines. */
export async function unmatch(accountId: number, matchId: number, isWithDocuments: boolean): Promise<void> {
  const params = { path: { id: accountId, matchId }, query: isWithDocuments ? { withDocuments: true } : {} };
  await answerOf(client.DELETE('/api/accounts/{id}/matches/{matchId}', { params }));
}

/** Sets lines aside, one after the other. They need no document then. If one is refused, the others stay open, too. */
export async function setAside(accountId: number, lines: readonly number[]): Promise<Settled> {
  const done: number[] = [];
  try {
    for (const lineId of lines) {
      const params = { path: { id: accountId, lineId } };
      await answerOf(client.POST('/api/accounts/{id}/bank-lines/{lineId}/ignore', { params }));
      done.push(lineId);
    }
  } catch (error) {
    for (const lineId of done) await openAgain(accountId, lineId);
    throw error;
  }
  const undo = async () => {
    for (const lineId of lines) await openAgain(accountId, lineId);
  };
  return { lines, documents: [], undo };
}

export async function openAgain(accountId: number, lineId: number): Promise<void> {
  const params = { path: { id: accountId, lineId } };
  await answerOf(client.POST('/api/accounts/{id}/bank-lines/{lineId}/open', { params }));
}

/** A document to make of a line, as it is sent. */
export type Making =
  | { what: 'expense'; body: Schemas['BankLineExpense'] }
  | { what: 'income'; body: Schemas['BankLineIncome'] }
  | { what: 'transfer'; body: Schemas['BankLineTransfer'] };

/** Makes the missing document of a line, which is matched with it at once. */
export async function makeDocument(accountId: number, lineId: number, making: Making): Promise<Settled> {
  const params = { path: { id: accountId, lineId } };
  if (making.what === 'expense')
    await answerOf(client.POST('/api/accounts/{id}/bank-lines/{lineId}/expense', { params, body: making.body }));
  else if (making.what === 'income')
    await answerOf(client.POST('/api/accounts/{id}/bank-lines/{lineId}/other-income', { params, body: making.body }));
  else await answerOf(client.POST('/api/accounts/{id}/bank-lines/{lineId}/transfer', { params, body: making.body }));
  const { matchId } = await answerOf(client.GET('/api/accounts/{id}/bank-lines/{lineId}', { params }));
  const undo = async () => {
    // Somebody else may have deleted this match. Then its document is not touched.
    if (matchId !== null) await unmatch(accountId, matchId, true);
  };
  return { lines: [lineId], documents: [], undo };
}
