import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';

/** Raises an error if something that a room stored contradicts the funds as they are now. */
type ClassCheck = (app: App) => Promise<void>;

export const CLASS_CHECKS: Point<ClassCheck> = { name: 'a check after the class of a fund has changed' };

/** Lets every room check the funds after the class of one has changed. Must run inside the transaction of the change. */
export async function checkClasses(app: App): Promise<void> {
  for (const check of await app.declared(CLASS_CHECKS)) await check(app);
}
