import { isIP } from 'node:net';
import { oss, ossKind } from '@trade-assistant/contract/areas/resource/oss.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../kernel/db/index.ts';
import { type Bucket, bucketStorage, type Storage, type Storages } from '../../../kernel/files/index.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { ossErrors } from './errors.ts';
import { type StorageRow, storages } from './tables.ts';

const KEPT = 100;

/** Returns access to the storages of all tenants. A changed row applies from the next call, on every node. */
export function createStorages({ db, secrets, outbound }: { db: Db; secrets: Secrets; outbound: Outbound }): Storages {
  /** By id and version, because a changed row needs a new client. */
  const opened = new Map<string, Promise<Storage>>();
  return {
    current: async (tenantId) => {
      const [row] = await db.drizzle
        .select({ id: storages.id })
        .from(storages)
        .where(
          and(eq(storages.tenantId, tenantId), eq(storages.status, providerStatus.is.on), isNull(storages.deletedAt)),
        );
      return row?.id ?? null;
    },
    open: async (id) => {
      const [row] = await db.drizzle.select().from(storages).where(eq(storages.id, id));
      if (!row || row.category === ossKind.is.local) return null;
      const key = `${id} ${row.version}`;
      let storage = opened.get(key);
      if (!storage) {
        storage = openStorage(row, secrets, outbound);
        storage.catch(() => opened.delete(key));
        if (opened.size >= KEPT) opened.clear();
        opened.set(key, storage);
      }
      return storage;
    },
  };
}

/**
 * Returns a client of a storage; its errors contain the provider's message. @throws SECRET_UNREADABLE,
 * ENDPOINT_PRIVATE
 */
export async function openStorage(row: StorageRow, secrets: Secrets, outbound: Outbound): Promise<Storage> {
  const { hostname } = outbound.check(row.endpoint ?? '');
  const bucket: Bucket = {
    // Bucket names at Tencent end with the owner's app id.
    bucket: row.appId ? `${row.bucketName}-${row.appId}` : (row.bucketName ?? ''),
    prefix: '',
    region: row.region ?? 'us-east-1',
    endpoint: row.endpoint,
    credentials: {
      accessKeyId: row.accessKey ?? '',
      secretAccessKey: openSecretOf(secrets, oss, row, 'secretKey'),
    },
    // Cloud providers give each bucket its own host name; other services and plain addresses do not.
    isPathStyle:
      row.category === ossKind.is.minio || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.'),
    agents: outbound.agents,
  };
  return bucketStorage(bucket, (error) =>
    isAppError(error) ? error : ossErrors.STORAGE_FAILED({ code: row.ossCode, reason: wordsOf(error) }),
  );
}

/** Returns the message of the innermost cause of a provider's or network error. */
export function wordsOf(error: unknown): string {
  let inner = error as { name?: string; message?: string; cause?: unknown; code?: string };
  while (inner.cause instanceof Error) inner = inner.cause as typeof inner;
  const { name = '', message = '', code } = inner;
  const what = code && !message.includes(code) ? code : name === 'Error' ? '' : name;
  return [what, message].filter(Boolean).join(': ').slice(0, 300);
}
