import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long a start waits for a storage that does not answer. */
const PATIENCE_MILLIS = 3_000;
const AGAIN_MILLIS = 5_000;

/**
 * Looks whether the storage of files is that of the database, and reports another one: files that this node stored there would be missing on
 * the others. @param place names it in the log @returns the latest finding; a storage that is not ours, or did not answer, is looked at again
 */
export async function watchStorage(
  {
    files,
    log,
    place,
  }: { readonly files: { isOurs(adopts?: boolean): Promise<boolean> }; readonly log: Logger; readonly place: string },
  adopts: boolean,
): Promise<() => Promise<boolean>> {
  let isOurs = true;
  let isKnown = false;
  let looked = Number.NEGATIVE_INFINITY;
  const look = async (takesOver: boolean): Promise<void> => {
    looked = Date.now();
    try {
      const found = await files.isOurs(takesOver);
      // Once, not at every probe.
      if (!found && isOurs) log.error({ place }, FOREIGN);
      isOurs = found;
      isKnown = true;
    } catch (error) {
      log.warn({ err: error }, 'the storage of files could not be compared with the database');
    }
  };
  await Promise.race([look(adopts), sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
  return async () => {
    if ((!isOurs || !isKnown) && Date.now() - looked > AGAIN_MILLIS)
      await Promise.race([look(false), sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
    return isOurs;
  };
}

const FOREIGN =
  'The storage of files is not the one of this database. Share one folder or bucket among all nodes (docs/operations/nodes.md); if the former one is lost, start once with ADOPT_STORAGE=1';
