import type { Upload } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app/index.ts';
import type { StoredFile } from '../files/index.ts';
import { httpErrors } from './errors.ts';

/**
 * Streams the one file of a multipart request into storage and collects its fields, in any order of the parts.
 * An interruption (a lost connection, a file over the limit, the wrong content) leaves nothing in storage.
 */
export async function receiveUpload(
  app: App,
  request: FastifyRequest,
  upload: Upload,
  source: string,
): Promise<{ fields: Record<string, unknown>; file?: StoredFile }> {
  if (!request.isMultipart()) throw commonErrors.MEDIA_TYPE();
  const fields: Record<string, unknown> = {};
  let file: StoredFile | undefined;
  try {
    for await (const part of request.parts({
      limits: { fileSize: upload.maxBytes + 1, files: 1, fields: 64, fieldSize: 65_536 },
    })) {
      if (part.type === 'file') {
        const actor = request.actor;
        if (!actor) throw commonErrors.UNAUTHENTICATED();
        file = await app.files.put(part.file, {
          actor,
          name: part.filename,
          maxBytes: upload.maxBytes,
          ...(upload.kinds ? { allow: upload.kinds } : {}),
          ...(upload.isAttachment ? { source } : {}),
        });
      } else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (file) await app.files.remove(file.id);
    if (isCutOff(error)) throw httpErrors.UPLOAD_INTERRUPTED();
    throw isWithoutBoundary(error) ? httpErrors.NO_BOUNDARY() : error;
  }
  return file ? { fields, file } : { fields };
}

/** The multipart parser has no codes, only sentences: this one for a body that ends before its last boundary. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && /unexpected end of (multipart data|form)|terminated early/i.test(error.message);

const isWithoutBoundary = (error: unknown): boolean =>
  error instanceof Error && /boundary not found/i.test(error.message);
