/**
 * Returns a fetch that does not follow redirects, because a redirect could send the API key to another server. It
 * rejects with a RangeError if the response body is longer than `limit` bytes.
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
