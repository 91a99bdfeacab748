/** The names of files in `Content-Disposition` (RFC 6266), of those that come in and of those that go out. */

const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;
const EXTENDED = /^([\w-]+)'[^']*'(.*)$/;

/** The file name that a header gives, as it stands there; null without one. `filename*` goes before `filename`. */
export function fileNameOf(header: string | undefined): string | null {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of `;${header ?? ''}`.matchAll(PARAMETER)) {
    // Only quotes and backslashes are unquoted: some programs send the path of Windows as it is.
    found.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim());
  }
  const plain = found.get('filename');
  return decodeExtended(found.get('filename*')) ?? (plain === undefined ? null : readBytes(plain));
}

/** A parameter value of RFC 8187 (formerly 5987), such as `UTF-8''%e6%94%b6.pdf`; undefined when it is none. */
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

/** Node reads headers as Latin-1, but many programs send UTF-8. */
function readBytes(text: string): string {
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** The header of a file to keep, whatever a browser would make of its bytes. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const extended = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
