import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the imports between the program’s own files, including type imports and imports at run time. */
export function sourceImports(): { from: string; to: string }[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const from = path.posix.join('src', name.replaceAll('\\', '/'));
      const named = readFileSync(from, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
      return [...named].map(([, target = '']) => ({ from, to: path.posix.join(path.posix.dirname(from), target) }));
    });
}
