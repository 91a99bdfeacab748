/** Verifies the access token of each request with jose, for the other servers in this folder. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jwtVerify } from 'jose';

/** The issuer and audience of the program's tokens. */
export const CLAIMS = { issuer: 'vestry', audience: 'vestry' };
const ALGORITHM = 'HS256';

/** Returns the key that signs the tokens of a data directory. */
export function readKey(directory) {
  const { jwtKey } = JSON.parse(readFileSync(path.join(directory, 'secrets.json'), 'utf8'));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', Buffer.from(jwtKey, 'base64'), algorithm, false, ['sign', 'verify']);
}

/** Returns a function that verifies the token of a request and throws if the token is invalid. */
export async function verifying(directory) {
  const key = await readKey(directory);
  const options = { ...CLAIMS, algorithms: [ALGORITHM] };
  return ({ headers }) => jwtVerify(headers.authorization.slice('Bearer '.length), key, options);
}
