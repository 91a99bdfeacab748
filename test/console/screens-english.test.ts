/** Every screen of the page in English. */
import { lookAtScreens } from '../support/console-looks.ts';

lookAtScreens('en');
