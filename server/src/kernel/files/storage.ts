import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** A bucket of S3 or of a compatible service, which several machines can share. */
export interface Bucket {
  readonly bucket: string;
  /** In front of every key: '' or 'folder/'. */
  readonly prefix: string;
  readonly region: string;
  /** Null: Amazon's own. */
  readonly endpoint: string | null;
  /** Null: those of the machine, found as the AWS SDK finds them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Whether the bucket is part of the path instead of the host name; by default with an endpoint. */
  readonly isPathStyle?: boolean;
  /** HTTP agents; by default the SDK's. */
  readonly agents?: { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpsAgent };
}

/** Whether an error says that there is no content with that key. */
export const isMissing = (error: unknown): boolean =>
  answersOf(error).some(
    ({ code, name, status }) =>
      code === 'ENOENT' || name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket'),
  );

/** Whether the service refused: also for a key without content, where the credentials may not list the bucket. */
export const isForbidden = (error: unknown): boolean => answersOf(error).some(({ status }) => status === 403);

/** Returns the codes, names and HTTP statuses of an error and its causes. */
function answersOf(error: unknown): { code: unknown; name: unknown; status: number | undefined }[] {
  if (!(error instanceof Error)) return [];
  const { code, name, $metadata, cause } = error as Error & {
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  return [{ code, name, status: $metadata?.httpStatusCode }, ...answersOf(cause)];
}

/** Stores content by key. */
export interface Storage {
  /** Takes a local file over. */
  take(path: string, key: string): Promise<void>;
  read(key: string): Promise<Readable>;
  delete(key: string): Promise<void>;
  /** Provides the content as a local file during the work, at the free path `temporary` if needed. */
  lend<T>(key: string, temporary: string, work: (path: string) => Promise<T>): Promise<T>;
}

/** A folder of this machine. */
export async function folderStorage(location: string): Promise<Storage> {
  await mkdir(location, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    take: (path, key) => disk.moveFromFs(path, key),
    read: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    lend: (key, _temporary, work) => work(join(location, key)),
  };
}

const CONNECT_MILLIS = 5_000;
const ANSWER_MILLIS = 60_000;

/**
 * A bucket. Its driver and the SDK under it are loaded only here: most installations have a folder. @param explain turns an error of the
 * service or of the network into the one that is thrown
 */
export async function bucketStorage(
  given: Bucket,
  explain: (error: unknown) => unknown = (error) => error,
): Promise<Storage> {
  const { bucket, prefix, region, endpoint, credentials, isPathStyle = true, agents } = given;
  const { S3Driver } = await import('flydrive/drivers/s3');
  const driver = new S3Driver({
    bucket,
    region,
    visibility: 'private',
    // Most buckets have no access lists by now; our files are never public in any case.
    supportsACL: false,
    ...(credentials ? { credentials } : {}),
    ...(agents
      ? { requestHandler: { ...agents, connectionTimeout: CONNECT_MILLIS, requestTimeout: ANSWER_MILLIS } }
      : {}),
    ...(endpoint === null
      ? {}
      : {
          endpoint,
          // Services other than Amazon's often have neither a name for each bucket nor the newer checksums.
          forcePathStyle: isPathStyle,
          requestChecksumCalculation: 'WHEN_REQUIRED' as const,
          responseChecksumValidation: 'WHEN_REQUIRED' as const,
        }),
  });
  const disk = new Disk(driver);
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(error);
    });
  return {
    take: (path, key) => explained(disk.moveFromFs(path, prefix + key)),
    read: (key) => explained(disk.getStream(prefix + key)),
    delete: (key) => explained(disk.delete(prefix + key)),
    lend: async (key, temporary, work) => {
      try {
        const fetched = async () =>
          pipeline(await disk.getStream(prefix + key), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
        await explained(fetched());
        return await work(temporary);
      } finally {
        await rm(temporary, { force: true });
      }
    },
  };
}
