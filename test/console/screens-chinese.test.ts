/** Every screen of the page in Chinese. */
import { lookAtScreens } from '../support/console-looks.ts';

lookAtScreens('zh-TW');
