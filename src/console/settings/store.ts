/** Reads and writes records of the catalogs, each with its version. */
import type { Outcome } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Versioned<Row> = { record: Row; etag: string };

/** Waits for a response, and returns its record with its ETag. */
export async function versioned<Row>(call: Promise<Outcome<Row> & { response: Response }>): Promise<Versioned<Row>> {
  const record = (await answerOf(call)) as Row;
  return { record, etag: (await call).response.headers.get('ETag') ?? '' };
}

/** The catalogs: records with a name that the church keeps itself. All of them have the same operations. */
export type CatalogPath =
  | '/api/funds'
  | '/api/accounts'
  | '/api/income-categories'
  | '/api/giving-categories'
  | '/api/ministries'
  | '/api/expense-categories/groups'
  | '/api/expense-categories/subcategories';

export type Store<Row> = ReturnType<typeof storeOf<Row>>;

/** Returns the operations of a catalog. After a change, every screen that shows the catalog reads it again. */
export function storeOf<Row>(path: CatalogPath) {
  // The operations of all catalogs have the same form, so the types of one of them serve for all.
  const all = path as '/api/funds';
  const one = `${all}/{id}` as const;
  const at = (id: number, etag: string) => ({ path: { id }, header: { 'If-Match': etag } });
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    void queryClient.invalidateQueries();
    return result;
  };
  const typed = (call: unknown) => versioned(call as Promise<Outcome<Row> & { response: Response }>);
  return {
    key: path,
    read: (id: number) => typed(client.GET(one, { params: { path: { id } } })),
    add: (body: object) => changed(typed(client.POST(all, { body: body as never }))),
    save: (id: number, body: object, etag: string) =>
      changed(typed(client.PUT(one, { params: at(id, etag), body: body as never }))),
    remove: (id: number, etag: string) => changed(answerOf(client.DELETE(one, { params: at(id, etag) }))),
  };
}
