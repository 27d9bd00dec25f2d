import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import type { Files, StoredFile } from './index.ts';

/** An unused picture is kept this long: its form may still be open. */
const UNUSED_SECONDS = 7 * 24 * 3600;
const NAME = /^(\d{1,18})-([0-9a-f-]{36})\.(?:jpg|png|pdf)$/;

/** Pictures, and papers as PDF, that rows name by the address they are shown at. */
export interface PictureLinks {
  /** The address of a picture: its id, and an unguessable part of its storage key. */
  addressOf(file: StoredFile, extension: string): string;
  /** A link as rows keep it, without the ticket it was shown with. */
  bare(link: string): string;
  /** Returns the picture of a name while it is stored; undefined for other files. */
  find(files: Files, name: string): Promise<StoredFile | undefined>;
  /**
   * Keeps the pictures that a row names now, and releases those it named before. Accepts only the actor's own uploads.
   * @throws the error of `gone` for a picture that is missing or another user's
   */
  keep(
    tx: Tx,
    actor: Actor,
    files: Files,
    pictures: { readonly before: readonly string[]; readonly after: readonly string[]; readonly gone: () => AppError },
  ): Promise<void>;
}

/** Links of files of some kinds below an address that ends where the name begins. */
export function pictureLinks(address: string, kinds: readonly StoredFile['kind'][] = ['image']): PictureLinks {
  const find: PictureLinks['find'] = async (files, name) => {
    const [, id, secret] = NAME.exec(name) ?? [];
    const file = id === undefined ? undefined : await files.find(BigInt(id)).catch(() => undefined);
    return file && kinds.includes(file.kind) && secretOf(file) === secret ? file : undefined;
  };
  const fileOf = async (files: Files, link: string): Promise<StoredFile | undefined> =>
    link.startsWith(address) ? find(files, bare(link).slice(address.length)) : undefined;
  return {
    addressOf: (file, extension) => `${address}${file.id}-${secretOf(file)}.${extension}`,
    bare,
    find,
    keep: async (tx, actor, files, { before, gone, ...named }) => {
      const after = named.after.map(bare);
      const added: bigint[] = [];
      for (const link of after.filter((one) => !before.includes(one))) {
        const file = await fileOf(files, link);
        if (file?.ownerId !== actor.userId) throw gone();
        added.push(file.id);
      }
      const left: bigint[] = [];
      for (const link of before.filter((one) => !after.includes(one))) {
        const file = await fileOf(files, link);
        if (file) left.push(file.id);
      }
      await files.setLife(tx, added, null);
      await files.setLife(tx, left, UNUSED_SECONDS);
    },
  };
}

const secretOf = ({ key }: StoredFile): string | undefined => key.split('/').at(-1);

const bare = (link: string): string => link.split('&', 1)[0] ?? link;
