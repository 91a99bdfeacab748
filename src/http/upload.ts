/**
 * Reads a body that is a file, sent directly or in the field `file` of a form. The file is read in pieces as it
 * arrives. Reading begins only when the handler calls `open` after its checks, so a request that is refused need not
 * transfer the whole file first.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type FieldError } from '../errors.ts';
import { fileNameOf } from '../lib/disposition.ts';
import type { IncomingFile } from '../storage.ts';
import { refusal } from '../validate.ts';

export const FORM = 'multipart/form-data';
export const FIELD = 'file';
/** How many bytes a form may have besides the file: boundaries, headers, other fields, and fields that will be refused. */
const FORM_BYTES = 512 * 1024;
/** How long a field may be, such as the decisions about thousands of rows. */
const FIELD_BYTES = 256 * 1024;
const HEADER_BYTES = 8 * 1024;
/** The maximum number of form fields that are read. The refusal does not name any further fields. */
const FIELDS = 20;

/** A file that may be opened once, after all checks have passed. */
export type Upload = {
  /**
   * Starts to read. Raises `payload_too_large`, `unsupported_media_type` or `validation_failed`. Reading the bytes may
   * raise the same errors.
   */
  open: () => Promise<IncomingFile>;
  /** Stops reading. The rest of the body stays unread in the request. */
  close: () => void;
};

/** What a form may contain: a file of at most `limit` bytes, and other fields with these names. */
type Limits = { limit: number; fields?: Readonly<Record<string, unknown>> };

/** Returns the file in the body of a request. */
export function uploadOf(request: IncomingMessage, limits: Limits): Upload {
  const { limit } = limits;
  let body: Transform | undefined;
  const { headers, socket } = request;
  const left = new AbortController();
  const leave = () => left.abort(broken('is no longer waited for'));
  socket.once('close', leave);
  return {
    open: async () => {
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
        throw new AppError('unsupported_media_type', 'Send the file as it is, without a Content-Encoding.');
      }
      const isForm = headers['content-type']?.toLowerCase().startsWith(FORM) === true;
      const most = isForm ? limit + FORM_BYTES : limit;
      if (Number(headers['content-length']) > most) throw tooLarge(limit);
      body = metered(request, most, limit);
      const file = isForm
        ? await openForm(body, headers, limits)
        : { name: fileNameOf(headers['content-disposition']), bytes: body, fields: new Map<string, string>() };
      return { ...file, gone: left.signal };
    },
    close: () => {
      socket.off('close', leave);
      if (!body) return;
      request.unpipe(body);
      body.destroy();
    },
  };
}

function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The file is over ${limit / 1024 / 1024} MiB.`);
}

/** Returns the body as a stream. The stream fails if it is longer than `most` bytes, or if the client disconnects. */
function metered(request: IncomingMessage, most: number, limit: number): Transform {
  let size = 0;
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > most) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // Whoever reads the body receives its errors. Without this listener, an error before the reading begins would end the
  // process.
  body.on('error', () => {});
  finished(request, { writable: false }, (error) => {
    if (error) body.destroy(broken('was cut off before its end', error));
  });
  return request.pipe(body);
}

function broken(what: string, cause?: unknown): AppError {
  const error = refusal([{ path: FIELD, code: 'broken_upload', message: what }]);
  return new AppError(error.code, error.message, { ...error.details, cause });
}

type Part = { stream: Readable; name: string | undefined };

/**
 * Reads a form up to the beginning of its file. The rest of the form is checked after the bytes of the file are read.
 */
async function openForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  { limit, fields: allowed = {} }: Limits,
): Promise<IncomingFile> {
  const form = await newForm(headers);
  const faults: FieldError[] = [];
  const fields = new Map<string, string>();
  const found = new Promise<Part>((resolve) => {
    let isFirst = true;
    form.on('file', (_field, stream, name: string | undefined) => {
      stream.on('error', () => {});
      if (isFirst) resolve({ stream, name });
      else {
        faults.push({ path: FIELD, code: 'repeated', message: 'must be sent only once' });
        stream.resume();
      }
      isFirst = false;
    });
  });
  form.on('field', (name: string | undefined, value: string, _cut: boolean, isCut: boolean) => {
    if (isCut) faults.push({ path: name ?? '', code: 'too_big', message: `must be at most ${FIELD_BYTES} bytes long` });
    else if (name !== undefined && Object.hasOwn(allowed, name)) fields.set(name, value);
    else faults.push({ path: name ?? '', code: 'unknown_field', message: 'is not a field of this request' });
  });
  const ended = pipeline(body, form).then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error : broken('must be in a complete multipart form', error)),
  );
  const part = await Promise.race([found, ended.then(() => undefined)]);
  if (!part) throw (await ended) ?? refusal([...faults, { path: FIELD, code: 'required', message: 'is required' }]);
  void ended.then((error) => error && part.stream.destroy(error));
  const verdict = async () => (await ended) ?? (faults.length > 0 ? refusal(faults) : undefined);
  return { name: part.name ?? null, bytes: fileOf(part.stream, verdict, limit), fields };
}

async function newForm(headers: IncomingHttpHeaders) {
  const { default: Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (field) => field === FIELD,
      limits: { fieldSize: FIELD_BYTES, headerSize: HEADER_BYTES, fields: FIELDS, files: FIELDS },
    });
  } catch (error) {
    throw broken('must be in a multipart form with a boundary', error);
  }
}

/** Yields the bytes of the file. At the end, raises what is wrong with the rest of the form. */
async function* fileOf(stream: Readable, verdict: () => Promise<AppError | undefined>, limit: number) {
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : ((await verdict()) ?? error);
  }
  const error = await verdict();
  if (error) throw error;
}
