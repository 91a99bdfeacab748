import { createHash } from 'node:crypto';

/** Returns a strong ETag (RFC 9110 section 8.8.3) for a representation. */
export function etagOf(representation: string | Uint8Array): string {
  return `"${createHash('sha256').update(representation).digest('base64url').slice(0, 27)}"`;
}

/**
 * True if an `If-Match` or `If-None-Match` header names the tag. A weak tag in the header matches only in a weak
 * comparison.
 */
export function names(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}
