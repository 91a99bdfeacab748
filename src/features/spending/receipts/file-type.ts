/**
 * Recognizes the types that a receipt may have by the first 4,100 bytes, because names and headers are only what a
 * client says. file-type gets no more bytes than these, so a packed bomb is never unpacked.
 */
import { AppError } from '../../../errors.ts';

/** The media types of receipts with the extensions of their files, the usual one first. */
export const RECEIPT_TYPES = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
} as const;

export type ReceiptType = keyof typeof RECEIPT_TYPES;

/** How many first bytes are needed to recognize the type, as file-type requires. */
export const HEAD_BYTES = 4100;

/** Returns the type in the first bytes of a file. Raises `unsupported_media_type` unless receipts may have it. */
export async function receiptTypeOf(head: Uint8Array): Promise<ReceiptType> {
  if (head.length === 0) throw new AppError('unsupported_media_type', 'The file is empty. Choose it again.');
  const { fileTypeFromBuffer } = await import('file-type/core');
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined && isReceiptType(found.mime)) return found.mime;
  if (found?.mime === 'image/apng') return 'image/png';
  // Phones also label HEIC with the brand of its family, which AVIF shares (ISO/IEC 23008-12, 10.2).
  if (found?.mime === 'image/heif' && brandsOf(head).some((brand) => /^hei[cx]$/.test(brand))) return 'image/heic';
  const what = found ? `This file is ${found.mime}, whatever its name says.` : 'This file is none of these types.';
  throw new AppError('unsupported_media_type', `A receipt is a PDF, JPEG, PNG, WebP or HEIC. ${what}`);
}

/** Whether a receipt may have this media type. */
export function isReceiptType(type: string): type is ReceiptType {
  return Object.hasOwn(RECEIPT_TYPES, type);
}

/** The compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3): four letters each after the first sixteen bytes. */
function brandsOf(head: Uint8Array): string[] {
  const box = Buffer.from(head.subarray(0, 256));
  const list = box.subarray(16, Math.min(box.readUInt32BE(0), box.length)).toString('latin1');
  return list.match(/.{4}/gs) ?? [];
}
