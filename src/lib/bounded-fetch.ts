/**
 * Returns a fetch that follows no redirect, because the API key would be sent along. A response body of more than
 * `limit` bytes throws a RangeError.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, limit: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(await take(response.body, limit), { status, statusText, headers });
  };
}

async function take(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw new RangeError(`The response is longer than ${limit} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
