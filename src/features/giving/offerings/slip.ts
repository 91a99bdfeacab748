/** A deposit slip as a file. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Session } from './schema.ts';

/** Loaded only where a page is drawn: pdfkit takes its time. */
const loadPrint = async () => (await import('./slip-pdf.ts')).printSlip;

/** A session's slip as the bytes of a PDF, drawn beside the event loop, in the church's language unless another is asked for. */
export async function drawSlip(app: App, session: Session, locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  // What comes from another thread is plain bytes.
  return Buffer.from(await drawInThread('depositSlip', loadPrint, session, church, locale ?? church.locale));
}

/** The name of a slip's file. */
export const slipFileName = ({ date }: Pick<Session, 'date'>): string => `deposit slip ${date}.pdf`;
