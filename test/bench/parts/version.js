import { compareTimes } from '../measure.js';
import { timeCommand, vestry } from '../process.js';

/** Compares the simplest command, in a cold process, with Node.js doing nothing. */
export async function measurePart() {
  return [
    await compareTimes('version: vestry --version / node -e 0', {
      ours: () => timeCommand(vestry('--version')),
      floor: () => timeCommand(['-e', '0']),
      limit: 1.5,
    }),
  ];
}
