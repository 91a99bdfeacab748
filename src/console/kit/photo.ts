/** Makes photos smaller before they are sent, because a phone's photo is larger than a receipt needs. */

/** Photos up to this size are sent as they are. */
const LARGE_BYTES = 2 * 1024 * 1024;
/** The longest side of a photo that was made smaller. The small print of a receipt is still readable. */
const LONGEST_SIDE = 2400;
const QUALITY = 0.85;
const DRAWABLE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Returns the size of a picture whose longest side is at most `longest`, with the same proportions. */
export function fitted(width: number, height: number, longest: number): { width: number; height: number } {
  const factor = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** True if every browser can show files of this type as a picture. A HEIC photo is sent as it is. */
export function isPicture(type: string): boolean {
  return DRAWABLE.has(type);
}

/**
 * Returns a JPEG of a large photo that is at most 2,400 pixels long. Returns any other file as it is, and a photo that
 * the browser cannot read.
 */
export async function shrunk(file: File): Promise<File> {
  if (file.size <= LARGE_BYTES || !isPicture(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const blob = await drawn(picture, fitted(picture.width, picture.height, LONGEST_SIDE));
    picture.close();
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '').concat('.jpg'), { type: blob.type });
  } catch {
    return file;
  }
}

function drawn(picture: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency. Without this, transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
