import { compareTimes } from '../measure.js';
import { timeCommand, vestry } from '../process.js';

/**
 * Compares the time of a new process that runs the simplest command with the time of a Node.js process that does
 * nothing.
 */
export async function measurePart() {
  return [
    await compareTimes('version: vestry --version / node -e 0', {
      ours: () => timeCommand(vestry('--version')),
      floor: () => timeCommand(['-e', '0']),
      limit: 1.5,
    }),
  ];
}
