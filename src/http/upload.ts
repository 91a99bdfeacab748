/** A body that is a file: its bytes as they are, or the field `file` of a form. Read as it arrives, never whole. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { finished, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type FieldError } from '../errors.ts';
import { fileNameOf } from '../lib/disposition.ts';
import type { IncomingFile } from '../storage.ts';
import { refusal } from '../validate.ts';

export const FORM = 'multipart/form-data';
export const FIELD = 'file';
/** What a form may hold besides the file: boundaries, headers and what will be refused. */
const FORM_BYTES = 64 * 1024;
const FIELD_BYTES = 1024;
/** More of them than these are not even named in the refusal. */
const FIELDS = 20;

/** A file that may be asked for once, when nothing speaks against it any more. */
export type Upload = {
  /** Begins to read. Raises 413, 415 and `validation_failed`; so do the bytes, as soon as there is a reason. */
  open: () => Promise<IncomingFile>;
  /** Ends reading, wherever it is; the rest of the body is left to the request. */
  close: () => void;
};

/** The file in a request's body, of at most `limit` bytes. */
export function uploadOf(request: IncomingMessage, limit: number): Upload {
  let body: Transform | undefined;
  const { headers } = request;
  return {
    open: async () => {
      if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
        throw new AppError('unsupported_media_type', 'Send the file as it is, without a Content-Encoding.');
      }
      const isForm = headers['content-type']?.toLowerCase().startsWith(FORM) === true;
      const most = isForm ? limit + FORM_BYTES : limit;
      if (Number(headers['content-length']) > most) throw tooLarge(limit);
      body = metered(request, most, limit);
      if (isForm) return openForm(body, headers, limit);
      return { name: fileNameOf(headers['content-disposition']), bytes: body };
    },
    close: () => {
      if (!body) return;
      request.unpipe(body);
      body.destroy();
    },
  };
}

function tooLarge(limit: number): AppError {
  return new AppError('payload_too_large', `The file is over ${limit / 1024 / 1024} MiB.`);
}

/** The body, which fails when it gets longer than `most` or when the client goes away. */
function metered(request: IncomingMessage, most: number, limit: number): Transform {
  let size = 0;
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > most) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
  // Whoever reads the body hears of the error; until then nobody has to.
  body.on('error', () => {});
  finished(request, { writable: false }, (error) => {
    if (error) body.destroy(broken('broke off before its end', error));
  });
  return request.pipe(body);
}

function broken(what: string, cause?: unknown): AppError {
  const error = refusal([{ path: FIELD, code: 'broken_upload', message: what }]);
  return new AppError(error.code, error.message, { ...error.details, cause });
}

type Part = { stream: Readable; name: string | undefined };

/** Reads a form up to the bytes of its file. What comes after the file is looked at when its bytes are read. */
async function openForm(body: Readable, headers: IncomingHttpHeaders, limit: number): Promise<IncomingFile> {
  const form = await newForm(headers);
  const faults: FieldError[] = [];
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
  form.on('field', (name: string | undefined) => {
    faults.push({ path: name ?? '', code: 'unknown_field', message: 'is not a field of this request' });
  });
  const ended = pipeline(body, form).then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error : broken('is not in a complete form', error)),
  );
  const part = await Promise.race([found, ended.then(() => undefined)]);
  if (!part) throw (await ended) ?? refusal([...faults, { path: FIELD, code: 'required', message: 'is required' }]);
  void ended.then((error) => error && part.stream.destroy(error));
  const verdict = async () => (await ended) ?? (faults.length > 0 ? refusal(faults) : undefined);
  return { name: part.name ?? null, bytes: fileOf(part.stream, verdict, limit) };
}

async function newForm(headers: IncomingHttpHeaders) {
  const { default: Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: (field) => field === FIELD,
      limits: { fieldSize: FIELD_BYTES, headerSize: FIELD_BYTES * 8, fields: FIELDS, files: FIELDS },
    });
  } catch (error) {
    throw broken('needs a form with a boundary', error);
  }
}

/** The bytes of the file; at the end, what was wrong with the rest of the form. */
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
