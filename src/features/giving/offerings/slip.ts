/** Prints deposit slips as PDF files. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Session } from './schema.ts';

/** Loads the code that draws a slip. This happens only when needed, because pdfkit takes time to load. */
const loadPrint = async () => (await import('./slip-pdf.ts')).printSlip;

/**
 * Returns the slip of a session as a PDF in `locale` or, if that is undefined, in the church's language. The PDF is
 * drawn outside the event loop.
 */
export async function drawSlip(app: App, session: Session, locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return Buffer.from(await drawInThread('depositSlip', loadPrint, session, church, locale ?? church.locale));
}

/** Returns the file name of the slip of a session. */
export const slipFileName = ({ date }: Pick<Session, 'date'>): string => `deposit slip ${date}.pdf`;
