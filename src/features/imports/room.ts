/** What the imports room (this folder of `src/features`) declares to the rest of the program. */
import { declare } from '../../room-declarations.ts';
import { KEPT } from '../audit/kept.ts';

export const imports = [declare(KEPT, async () => [(await import('./kept.ts')).keptImports])];
