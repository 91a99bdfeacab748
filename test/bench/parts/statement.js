import { compareTimes } from '../measure.js';
import { timeCommand, vestry } from '../process.js';

/**
 * Compares the time of a new process that computes a monthly statement with the time of a Node.js process that does
 * nothing.
 */
export async function measurePart(workspace) {
  const directory = await workspace.church();
  return [
    await compareTimes('statement: vestry statement show --json / node -e 0', {
      ours: () => timeCommand(vestry('statement', 'show', '2026-03', '--json', '--data-dir', directory)),
      floor: () => timeCommand(['-e', '0']),
      limit: 3,
    }),
  ];
}
