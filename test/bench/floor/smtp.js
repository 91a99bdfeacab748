/** A mail server that takes 50 ms for every message and stores none. */
import { SMTPServer } from 'smtp-server';

const TAKES_MS = 50;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => setTimeout(done, TAKES_MS));
  },
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `smtp://127.0.0.1:${server.server.address().port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
