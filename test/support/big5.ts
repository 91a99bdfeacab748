/** Encodes text in Big5, which Node.js can only decode. */
export function big5(text: string): Buffer {
  bytesOf ??= reversed();
  const table = bytesOf;
  return Buffer.concat(Array.from(text, (character) => table.get(character) ?? Buffer.from(character, 'ascii')));
}

let bytesOf: Map<string, Buffer> | undefined;

function reversed(): Map<string, Buffer> {
  const decoder = new TextDecoder('big5');
  const table = new Map<string, Buffer>();
  for (let lead = 0xa1; lead <= 0xf9; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const bytes = Buffer.from([lead, trail]);
      const character = decoder.decode(bytes);
      if (character.length === 1 && character > '\u007F' && !table.has(character)) table.set(character, bytes);
    }
  }
  return table;
}
