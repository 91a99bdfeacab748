const DOTS = '••••';
const SHOWN = 4;
/** A shorter secret would be half shown. */
const SHORTEST_SHOWN = 8;

/** What is shown of a secret: its last four characters, of a short one none. */
export function maskOf(secret: string): string {
  return secret.length < SHORTEST_SHOWN ? DOTS : `${DOTS}${secret.slice(-SHOWN)}`;
}

/** Whether a text has the form of a mask, so that it is nobody's secret. */
export function isMask(text: string): boolean {
  return text.startsWith(DOTS);
}

/** An address with the password in it masked; another text as it is. */
export function maskPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, `$1:${DOTS}@`);
}
