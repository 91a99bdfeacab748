/** A deposit slip as a file. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Session } from './schema.ts';

/** Loaded only when a page is drawn, because loading pdfkit takes time. */
const loadPrint = async () => (await import('./slip-pdf.ts')).printSlip;

/**
 * Returns a session's slip as a PDF, drawn outside the event loop, in the church's language unless another is asked
 * for.
 */
export async function drawSlip(app: App, session: Session, locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  // Another thread returns plain bytes.
  return Buffer.from(await drawInThread('depositSlip', loadPrint, session, church, locale ?? church.locale));
}

/** The name of a slip's file. */
export const slipFileName = ({ date }: Pick<Session, 'date'>): string => `deposit slip ${date}.pdf`;
