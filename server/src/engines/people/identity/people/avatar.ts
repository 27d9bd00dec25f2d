import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import type { Files, StoredFile } from '../../../../kernel/files/index.ts';
import { identityErrors } from '../errors.ts';

const ADDRESS = '/api/resource/oss/endpoint/avatar?name=';
const LINK = /^\/api\/resource\/oss\/endpoint\/avatar\?name=(([0-9a-f]{2})[0-9a-f-]{34})\.(?:jpg|png)$/;

/** Returns a picture's name, `<random>.jpg`, and its address; the random part is that of its storage key. */
export function avatarAddress(file: StoredFile, extension: string): { name: string; link: string } {
  const name = `${file.key.split('/').at(-1)}.${extension}`;
  return { name, link: ADDRESS + name };
}

/** Returns the storage key of a picture if an existing user's profile shows it; undefined for any other file. */
export async function visibleAvatarKey(executor: Pick<Tx, 'execute'>, name: string): Promise<string | undefined> {
  const link = ADDRESS + name;
  const found = await executor.execute<{ tenant_id: string }>(
    sql`select tenant_id from sys_user where avatar = ${link} and avatar <> '' and deleted_at is null limit 1`,
  );
  return found.rows[0] && keyOf(link, found.rows[0].tenant_id);
}

/** Keeps the picture for a profile; it must be the user's own upload. @throws AVATAR_INVALID */
export async function storeAvatar(files: Files, actor: Actor, link: string): Promise<void> {
  const key = keyOf(link, actor.tenantId);
  const file = key === undefined ? undefined : await files.findByKey(key).catch(() => undefined);
  if (file?.ownerId !== actor.userId || file.kind !== 'image') throw identityErrors.AVATAR_INVALID();
  await files.keep(file.id);
}

/** Deletes a profile's former picture; ignores a missing one. */
export async function deleteAvatar(
  files: Files,
  owner: Pick<Actor, 'userId' | 'tenantId'>,
  link: string,
): Promise<void> {
  const key = keyOf(link, owner.tenantId);
  const file = key === undefined ? undefined : await files.findByKey(key).catch(() => undefined);
  if (file?.ownerId === owner.userId) await files.remove(file.id);
}

function keyOf(link: string, tenantId: string): string | undefined {
  const [, unique, folder] = LINK.exec(link) ?? [];
  return unique && `${tenantId}/${folder}/${unique}`;
}
