import type { CallInput, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { CallName } from './call.ts';
import { CallError, errorIn, errorInFile, failedCall } from './call-error.ts';
import { isAskedFor } from './large-export.ts';
import { readJson, send } from './request.ts';

export interface DownloadProgress {
  readonly bytes: number;
  /** 0 to 1; undefined while the size is not known. */
  readonly share: number | undefined;
}

/**
 * Fetches a file and saves it in the browser under the server's file name. Error answers are JSON and are thrown; an
 * export that needs a second person's approval ends as cancelled.
 */
export async function download<R extends Resource, K extends CallName<R>>(
  resource: R,
  name: K,
  input: CallInput<R, K, 'in'>,
  onProgress?: (progress: DownloadProgress) => void,
): Promise<void> {
  const declared = resource.calls[name];
  const path = `${resource.name}/${name}`;
  const response = await send({
    path,
    method: declared?.methods[0] ?? 'GET',
    input: input as Record<string, unknown>,
    isFile: true,
  });
  const isAttached = response.headers.has('content-disposition');
  const isJson = response.headers.get('content-type')?.includes('application/json') && !isAttached;
  if (!response.ok || isJson) {
    const error =
      errorIn(response.status, await readJson(response)) ?? new CallError('', 'answer', { code: response.status });
    throw isAskedFor(error, path, input as Record<string, unknown>) ? failedCall('aborted') : error;
  }
  const bytes = await bytesOf(response, onProgress);
  const refusal = isAttached ? undefined : await errorInFile(response.status, bytes);
  if (refusal) throw refusal;
  saveAs(bytes, fileNameOf(response.headers.get('content-disposition')) ?? name);
}

/** Reads a body piece by piece, telling how far it has come. */
async function bytesOf(response: Response, onProgress?: (progress: DownloadProgress) => void): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob();
  // Of a compressed answer the header counts other bytes than arrive here.
  const total = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    onProgress({ bytes, share: total > 0 ? Math.min(1, bytes / total) : undefined });
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** The file name of a content-disposition header: RFC 5987's `filename*` first, else the quoted or bare `filename`. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined;
  const extended = /filename\*\s*=\s*([\w-]+)'[^']*'([^;]+)/i.exec(header);
  if (extended?.[2]) {
    try {
      return safeName(decodeURIComponent(extended[2].trim()));
    } catch {
      // Not UTF-8 after all: the plain name is better than none.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header);
  if (quoted?.[1]) return safeName(quoted[1].replace(/\\(.)/g, '$1'));
  const bare = /filename\s*=\s*([^;\s"]+)/i.exec(header);
  return bare?.[1] ? safeName(bare[1]) : undefined;
}

/** Offers bytes to the user as a file. */
export function saveAs(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has copied the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const safeName = (name: string): string => name.replace(/[/\\]/g, '_');
