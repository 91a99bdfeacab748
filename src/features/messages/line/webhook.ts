/**
 * The webhook that LINE calls. It compares the signature with the raw bytes and answers; `dispatch.ts` does the work
 * afterwards, in the background of the app. Closing the app waits for such work, a few seconds at most.
 */
import { validateSignature } from '@line/bot-sdk';
import { type App, inBackground } from '../../../app.ts';
import { AppError } from '../../../errors.ts';

/**
 * Accepts a call and handles its events after the answer, because LINE waits for two seconds. Raises `not_configured`
 * before the body is read, what reading it raises, and `invalid_signature` before anything is parsed.
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

/** 32 bytes in base64. The form is checked because the SDK also accepts other spellings, and ignores what follows them. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

function isSigned(body: Uint8Array, secret: string, signature = ''): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return validateSignature(Buffer.from(body.buffer, body.byteOffset, body.byteLength), secret, signature);
}
