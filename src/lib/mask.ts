const DOTS = '••••';
const SHOWN = 4;
/** Showing the end of a shorter secret would reveal half of it. */
const SHORTEST_SHOWN = 8;

/** Returns the mask of a secret: its last four characters, or none if it is short. */
export function maskOf(secret: string): string {
  return secret.length < SHORTEST_SHOWN ? DOTS : `${DOTS}${secret.slice(-SHOWN)}`;
}

/** Whether a text looks like a mask, and therefore cannot be a secret. */
export function isMask(text: string): boolean {
  return text.startsWith(DOTS);
}

/** Masks the password in an address; returns any other text unchanged. */
export function maskPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, `$1:${DOTS}@`);
}
