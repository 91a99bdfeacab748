/** Checks every screen of the console in Chinese. */
import { lookAtScreens } from '../support/console-looks.ts';

lookAtScreens('zh-TW');
