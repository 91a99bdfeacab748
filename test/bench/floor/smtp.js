/** A mail server that stores no message. Its argument is how many milliseconds it takes for each. */
import { SMTPServer } from 'smtp-server';

const TAKES_MS = Number(process.argv[2]);

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => (TAKES_MS > 0 ? setTimeout(done, TAKES_MS) : done()));
  },
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `smtp://127.0.0.1:${server.server.address().port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
