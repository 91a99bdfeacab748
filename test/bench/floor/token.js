/** Access tokens as a bare server checks them: with jose, at every request. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jwtVerify } from 'jose';

/** What the program puts into its tokens. */
export const CLAIMS = { issuer: 'vestry', audience: 'vestry' };
const ALGORITHM = 'HS256';

/** The key by which a data directory's tokens are signed. */
export function readKey(directory) {
  const { jwtKey } = JSON.parse(readFileSync(path.join(directory, 'secrets.json'), 'utf8'));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', Buffer.from(jwtKey, 'base64'), algorithm, false, ['sign', 'verify']);
}

/** What verifies the token of a request; it throws at a wrong one. */
export async function verifying(directory) {
  const key = await readKey(directory);
  const options = { ...CLAIMS, algorithms: [ALGORITHM] };
  return ({ headers }) => jwtVerify(headers.authorization.slice('Bearer '.length), key, options);
}
