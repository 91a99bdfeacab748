/** Checks every screen of the console in English. */
import { lookAtScreens } from '../support/console-looks.ts';

lookAtScreens('en');
