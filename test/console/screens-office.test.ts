/** Checks the screens of the back office. */
import { lookAt } from '../support/console-looks.ts';
import { OFFICE } from '../support/console-screens.ts';

lookAt(OFFICE);
