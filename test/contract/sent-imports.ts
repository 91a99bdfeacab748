/** Sends files to the imports over HTTP. */
import type { Answer } from '../support/daemon.ts';
import type { Books, Json, Staff } from './books.ts';

/** What a person says about a file: the fields of the form, and whether its rows are stored. */
export type Said = Readonly<Record<string, unknown>>;

/** Sends a file of a kind to the service of the books, which plans it or, with `commit`, stores it. */
export async function sendImport(
  [{ daemon }, { token }]: readonly [Books, Staff],
  kind: string,
  content: string | Buffer,
  { commit = false, name = `${kind}.csv`, ...fields }: Said,
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields))
    form.set(field, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('file', new File([new Uint8Array(Buffer.from(content))], String(name)));
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${daemon.url}/api/imports/${kind}${commit === true ? '?commit=true' : ''}`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}
