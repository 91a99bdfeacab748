/** Reads and writes file names in `Content-Disposition` headers (RFC 6266) of uploads and downloads. */

const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;
const EXTENDED = /^([\w-]+)'[^']*'(.*)$/;

/** Returns the file name in a header unchanged, or null if there is none. `filename*` has priority over `filename`. */
export function fileNameOf(header: string | undefined): string | null {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of `;${header ?? ''}`.matchAll(PARAMETER)) {
    // Only `\"` and `\\` are unescaped, because some programs send a Windows path without escaping its backslashes.
    found.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim());
  }
  const plain = found.get('filename');
  return decodeExtended(found.get('filename*')) ?? (plain === undefined ? null : readBytes(plain));
}

/**
 * Decodes a parameter value in the form of RFC 8187 (formerly 5987), such as `UTF-8''%e6%94%b6.pdf`. Returns undefined
 * for any other value.
 */
function decodeExtended(value: string | undefined): string | undefined {
  const [, charset = '', text = ''] = EXTENDED.exec(value ?? '') ?? [];
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(text);
  } catch {
    return undefined;
  }
  if (!/^iso-8859-1$/i.test(charset)) return undefined;
  return text.replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a header value as UTF-8 if possible. Node reads headers as Latin-1, but many programs send UTF-8. */
function readBytes(text: string): string {
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** Returns the header value that makes a browser save a file instead of showing it. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
