/** Checks the screens of Sunday and of people. */
import { lookAt } from '../support/console-looks.ts';
import { SUNDAY } from '../support/console-screens.ts';

lookAt(SUNDAY);
