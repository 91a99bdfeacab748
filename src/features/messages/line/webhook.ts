/**
 * The webhook that LINE calls. It checks the signature of the raw bytes and responds. Then `dispatch.ts` handles the
 * events in the background. When the app closes, it waits at most a few seconds for this work.
 */
import { validateSignature } from '@line/bot-sdk';
import { type App, inBackground } from '../../../app.ts';
import { AppError } from '../../../errors.ts';

/**
 * Accepts a call and handles its events after the response, because LINE waits only two seconds. Before the body is
 * read, raises `not_configured`. While it is read, raises the errors of `read`. Before it is parsed, raises
 * `invalid_signature`.
 */
export async function receiveWebhook(
  app: App,
  signature: string | undefined,
  read: () => Promise<Uint8Array>,
): Promise<Record<string, never>> {
  const secret = app.config.lineChannelSecret;
  if (secret === undefined) {
    throw new AppError('not_configured', 'LINE is not set up. Put its channel secret into VESTRY_LINE_CHANNEL_SECRET.');
  }
  const body = await read();
  if (!isSigned(body, secret, signature)) {
    throw new AppError(
      'invalid_signature',
      'The signature of this call is missing, or is not that of the LINE channel.',
    );
  }
  inBackground(app, async () => (await import('./dispatch.ts')).dispatchEvents(app, body));
  return {};
}

/**
 * The form of 32 bytes in Base64. It is checked, because the SDK accepts other forms and ignores characters after them.
 */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

function isSigned(body: Uint8Array, secret: string, signature = ''): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return validateSignature(Buffer.from(body.buffer, body.byteOffset, body.byteLength), secret, signature);
}
