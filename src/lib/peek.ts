/**
 * Returns the first `count` bytes of a stream as `head`, or all of them if the stream is shorter. `all` yields the
 * whole stream from its beginning.
 */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < count) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* all() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { head: Buffer.concat(first).subarray(0, count), all: all() };
}
