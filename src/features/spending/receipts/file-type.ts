/**
 * Recognizes the type of a receipt by its first 4,100 bytes. The file name and the headers come from the client, so
 * they are not trusted. The package file-type receives only these bytes, so it never unpacks a large compressed file.
 */
import { AppError } from '../../../errors.ts';

/** The media types that receipts may have, with their file extensions. The usual extension comes first. */
export const RECEIPT_TYPES = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
} as const;

export type ReceiptType = keyof typeof RECEIPT_TYPES;

/** The most bytes that a receipt may have. */
export const LARGEST_RECEIPT = 10 * 1024 * 1024;

/** The number of bytes at the start of a file that file-type needs to recognize the type. */
export const HEAD_BYTES = 4100;

/**
 * Returns the media type of a file with these first bytes. Raises `unsupported_media_type` if a receipt may not have
 * this type.
 */
export async function receiptTypeOf(head: Uint8Array): Promise<ReceiptType> {
  if (head.length === 0) throw new AppError('unsupported_media_type', 'The file is empty. Choose another file.');
  const { fileTypeFromBuffer } = await import('file-type/core');
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined && isReceiptType(found.mime)) return found.mime;
  if (found?.mime === 'image/apng') return 'image/png';
  // Some phones mark HEIC files only as HEIF, a family to which AVIF also belongs. The compatible brands tell the two
  // apart (ISO/IEC 23008-12, 10.2).
  if (found?.mime === 'image/heif' && brandsOf(head).some((brand) => /^hei[cx]$/.test(brand))) return 'image/heic';
  const what = found ? `This file is ${found.mime}, whatever its name says.` : 'This file is none of these types.';
  throw new AppError('unsupported_media_type', `A receipt is a PDF, JPEG, PNG, WebP or HEIC. ${what}`);
}

/** True if a receipt may have this media type. */
export function isReceiptType(type: string): type is ReceiptType {
  return Object.hasOwn(RECEIPT_TYPES, type);
}

/**
 * Returns the compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3). Each has four letters; the first one
 * starts after 16 bytes.
 */
function brandsOf(head: Uint8Array): string[] {
  const box = Buffer.from(head.subarray(0, 256));
  const list = box.subarray(16, Math.min(box.readUInt32BE(0), box.length)).toString('latin1');
  return list.match(/.{4}/gs) ?? [];
}
