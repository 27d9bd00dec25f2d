import type { CallData, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { addressOf, standardHeaders } from './address.ts';
import type { CallName } from './call.ts';
import { CallError, errorIn, failedCall } from './call-error.ts';
import { leave, renewOrLeave } from './refresh.ts';
import { sessionSignal } from './request.ts';
import { noticeLock, reportForbidden, useSession } from './session.ts';
import { isGivenAgain } from './step-up.ts';
import { underKey } from './under-key.ts';

interface UploadOptions {
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How much has left, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Sends a file with its fields as a multipart form, under an idempotency key like every writing call. Uses
 * XMLHttpRequest because fetch reports no upload progress. There is no time limit: slow lines need time, and the user
 * can cancel.
 */
export async function upload<R extends Resource, K extends CallName<R>>(
  resource: R,
  name: K,
  fields: Readonly<Record<string, unknown>>,
  file: File,
  options: UploadOptions = {},
): Promise<CallData<R, K, 'in'>> {
  const path = `${resource.name}/${name}`;
  const { name: fileName, size, lastModified } = file;
  const what = JSON.stringify([path, fields, fileName, size, lastModified]);
  const send = (idempotencyKey: string) => sendRenewed<R, K>(path, fields, file, { ...options, idempotencyKey });
  return options.idempotencyKey === undefined ? underKey(what, [path], send) : send(options.idempotencyKey);
}

/** Sends it, and once more after a renewal of the session or a two-step verification. */
async function sendRenewed<R extends Resource, K extends CallName<R>>(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  file: File,
  options: UploadOptions,
): Promise<CallData<R, K, 'in'>> {
  const send = () => sendInSession<R, K>(path, fields, file, options);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || !(await isGivenAgain(error.code, error.bizCode))) throw error;
    return await send();
  }
}

async function sendInSession<R extends Resource, K extends CallName<R>>(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  file: File,
  options: UploadOptions,
): Promise<CallData<R, K, 'in'>> {
  const token = useSession.getState().accessToken;
  const send = () => transfer(path, fields, file, options) as Promise<CallData<R, K, 'in'>>;
  try {
    return await send();
  } catch (error) {
    if (!isExpired(error) || token === null || !(await renewOrLeave(token))) throw error;
    const renewed = useSession.getState().accessToken;
    return await send().catch((again: unknown) => {
      if (isExpired(again) && renewed !== null) leave(renewed);
      throw again;
    });
  }
}

const isExpired = (error: unknown): boolean => error instanceof CallError && error.code === 401;

function transfer(
  path: string,
  fields: Readonly<Record<string, unknown>>,
  file: File,
  options: UploadOptions,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === '') continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  // The file comes last, so that the server knows the fields before it reads the stream.
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(path));
    for (const [name, value] of Object.entries(standardHeaders())) request.setRequestHeader(name, value);
    if (options.idempotencyKey) request.setRequestHeader('Idempotency-Key', options.idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(failedCall('network'));
    request.onabort = () => reject(failedCall('aborted'));
    request.onload = () => {
      noticeLock(request.status);
      reportForbidden(request.status);
      let body: unknown;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        body = undefined;
      }
      const error = errorIn(body === undefined && request.status < 400 ? 500 : request.status, body);
      if (error) reject(error);
      else resolve((body as { data?: unknown }).data);
    };
    const ended = AbortSignal.any([sessionSignal(), ...(options.signal ? [options.signal] : [])]);
    ended.addEventListener('abort', () => request.abort(), { once: true });
    if (ended.aborted) reject(failedCall('aborted'));
    else request.send(form);
  });
}
