/** Types of `current.js`, which also older versions of Node.js can load. */
export function digestOfSources(): string;
export function keepBuilt(digest: string): void;
export function buildIfChanged(): void;
