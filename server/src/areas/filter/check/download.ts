import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { checkResult } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { openSnapshot } from '../../../kernel/db/snapshot.ts';
import { openExport, withExportLog } from '../../../kernel/export-log.ts';
import { storageErrors } from '../../../kernel/files/index.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { type ArchiveFile, type ManifestEntry, zipStream } from '../../../kernel/spreadsheet/index.ts';
import { assertOwnList } from './lines.ts';
import type { CheckRow } from './table.ts';

/** Names of the files in the archive, by result class. */
const FILES: readonly (readonly [number, string])[] = [
  [checkResult.is.live, 'live'],
  [checkResult.is.vacant, 'vacant'],
  [checkResult.is.suspended, 'suspended'],
  [checkResult.is.absent, 'absent'],
  [checkResult.is.silent, 'silent'],
  [checkResult.is.risk, 'risk'],
  [checkResult.is.unknown, 'unknown'],
];

/**
 * Returns the results of a task as an archive: a text file per class, one of accounts found, the rejected lines, and a manifest. The same
 * task gives the same bytes each time.
 * @throws NO_PERMISSION, FILE_GONE for a purged task, those of `admitExport`
 */
export async function downloadResults(
  c: Context,
  task: CheckRow,
  results: string | undefined,
  resource: typeof whatsappFilter,
): Promise<FileAnswer> {
  assertOwnList(c, task, resource);
  if (task.status === checkStatus.is.purged) throw storageErrors.FILE_GONE();
  const wanted = results ? new Set(results.split(',').map(Number)) : null;
  const exportId = await c.tx(async (tx) => {
    await admitExport(c, task.totalCount, tx);
    return openExport(tx, c.actor, { source: 'check', format: 'zip', objectIds: [task.id], isMasked: false });
  });
  const which = `task_id = ${task.id} and create_time = '${task.createTime.toISOString()}' and is_current`;
  let manifest: readonly ManifestEntry[] = [];
  async function* files(): AsyncGenerator<ArchiveFile> {
    const snapshot = await openSnapshot(c.app.db);
    try {
      for (const [result, name] of FILES) {
        if (wanted && !wanted.has(result)) continue;
        const label = entryOf(checkResult, result)?.zh ?? '';
        yield {
          path: `${result}_${label}_${name}.txt`,
          content: () =>
            snapshot.copy(`select e164 from work_line where ${which} and result = ${result} order by line_no`),
        };
      }
      if (wanted) return;
      yield {
        path: 'registered.txt',
        content: () => snapshot.copy(`select e164 from work_line where ${which} and registered = 1 order by line_no`),
      };
      yield {
        path: 'rejected.txt',
        content: () =>
          snapshot.copy(
            `select line_no, coalesce(raw, e164::text), reject_reason from work_line where ${which} and state = 10 order by line_no`,
          ),
      };
    } finally {
      await snapshot.close();
    }
  }
  const archive = zipStream(files(), {
    readme: `${task.taskNo}\n`,
    onManifest: (entries) => {
      manifest = entries;
    },
  });
  const stream = withExportLog(c.app.db, exportId, archive, () => manifest.reduce((sum, { rows }) => sum + rows, 0));
  return fileAnswer({ name: `${task.taskNo}.zip`, type: 'application/zip', stream });
}
