const DOTS = '••••';
const SHOWN = 4;
/** A secret shorter than this is masked completely, because four characters would be more than half of it. */
const SHORTEST_SHOWN = 8;

/** Returns the mask of a secret: dots and its last four characters, or only dots if the secret is short. */
export function maskOf(secret: string): string {
  return secret.length < SHORTEST_SHOWN ? DOTS : `${DOTS}${secret.slice(-SHOWN)}`;
}

/** Returns whether a text looks like a mask and therefore cannot be a secret. */
export function isMask(text: string): boolean {
  return text.startsWith(DOTS);
}

/** True if two values are masks that may be of the same secret, because one of them shows none of its characters. */
export function mayMaskTheSame(one: unknown, other: unknown): boolean {
  const areMasks = [one, other].every((value) => typeof value === 'string' && isMask(value));
  return areMasks && (one === DOTS || other === DOTS);
}

/** Masks the password in a URL. Returns any other text unchanged. */
export function maskPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, `$1:${DOTS}@`);
}
