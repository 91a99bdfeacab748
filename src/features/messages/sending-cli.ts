/** Sends messages from the command line, with a progress bar, an orderly stop, and an exit code for scripts. */
import type { App } from '../../app.ts';
import type { Progress, SendResult } from './schema.ts';
import type { Options } from '../../cli/kit/action.ts';
import { say } from '../../cli/kit/print.ts';
import { withBar } from '../../cli/kit/progress.ts';
import { EXIT } from '../../exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `send`. The first signal lets the messages that are being sent finish, and then raises an error that names the
 * command for sending the rest. The second signal ends the process. If messages failed and none was sent, sets the exit
 * code to 5.
 */
export async function sending(
  app: App,
  options: Options,
  send: (progress: Progress) => Promise<SendResult>,
): Promise<SendResult> {
  const stop = () => {
    say(options, 'Stopping after the messages that are being sent ...');
    app.background.stop();
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const result = await withBar(options, 'Sending', send);
    if (result.failed > 0 && result.sent + result.deferred === 0) process.exitCode = EXIT.inTheWay;
    return result;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
