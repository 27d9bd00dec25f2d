import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { LIST_PROBLEMS_SHOWN, type ListImportReport } from '@trade-assistant/contract/kit/list-import.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { z } from 'zod';
import { recorded, withTrail } from '../../../../kernel/audit/index.ts';
import { type Actor, holds } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import type { StoredFile } from '../../../../kernel/files/index.ts';
import { defineJob, type JobContext, type JobResult, type Json, startTask } from '../../../../kernel/jobs/index.ts';
import { announceChange } from '../../../../kernel/realtime/index.ts';
import { csvStream } from '../../../../kernel/spreadsheet/index.ts';
import { identityErrors } from '../errors.ts';
import { importUsers, type LineProblem } from './import-users.ts';

const REPORT_MAX_BYTES = 100 * 1024 * 1024;
const HEADER = ['行号 Line', '内容 Text', '原因', 'Reason'];

/** The checkpoint: whether the whole list has been imported or refused. */
interface ImportCheckpoint extends Readonly<Record<string, Json>> {
  readonly report: Json;
  readonly reportFileId: string | null;
}

interface NewUserImport {
  readonly file: StoredFile;
  readonly isCovered: boolean;
  /** Language of the sentences in the result. */
  readonly locale: Locale;
}

/** Queues the import of an uploaded list of staff. */
export const startUserImport = (
  tx: Tx,
  actor: Actor,
  { file, isCovered, locale }: NewUserImport,
): Promise<{ taskNo: string }> =>
  startTask(
    tx,
    actor,
    importUsersJob,
    { fileId: file.id, fileName: file.name, isCovered, locale },
    {
      title: { zh: `导入用户：${file.name}`, en: `Import users: ${file.name}` },
      bizType: user.name,
    },
  );

/**
 * Imports the staff of a stored list in one transaction: all of them, or none with a report of each wrong line. A
 * cancelled or interrupted run leaves no trace; a resumed one starts again unless its checkpoint says it was finished.
 */
export const importUsersJob = defineJob({
  name: 'system/user-import',
  permission: 'system/user:import',
  title: { zh: '导入用户', en: 'Import users' },
  input: z.object({ fileId: id(), fileName: z.string(), isCovered: z.boolean(), locale: z.enum(['zh', 'en']) }),
  async run(job, input): Promise<JobResult> {
    const { app } = job;
    const { report, reportFileId } = job.state<ImportCheckpoint>() ?? (await imported(job, input));
    await app.files
      .remove(input.fileId)
      .catch((cause: unknown) => app.log.warn({ cause }, 'an imported list stayed behind'));
    const { problemCount } = report as unknown as ListImportReport;
    return {
      result: report,
      ...(reportFileId === null ? {} : { reportFileId: BigInt(reportFileId) }),
      ...(problemCount > 0 ? { failure: identityErrors.LIST_REFUSED({ n: problemCount }) } : {}),
    };
  },
});

async function imported(job: JobContext, input: z.output<typeof importUsersJob.input>): Promise<ImportCheckpoint> {
  const { app, actor, signal } = job;
  signal.throwIfAborted();
  // The audit log records its changes like those of a call.
  const recording = {
    ...{ actor, tenantId: actor.tenantId, ip: actor.ip, userAgent: '', traceId: '' },
    ...{ objectType: user.name, action: 'import' },
    asked: { taskNo: job.taskNo, fileName: input.fileName, isCovered: input.isCovered },
  };
  return app.files.withPath(input.fileId, (path) =>
    recorded(app.db, recording, (done) =>
      withTrail(app.db, app.secrets).tx(async (tx) => {
        const { problems, warnings, ...counts } = await importUsers(tx, actor, {
          path,
          signal,
          isCovered: input.isCovered,
          canGrant: holds(actor, `${user.name}:grant`),
          progress: job.progress,
        });
        const report: ListImportReport = {
          ...counts,
          problemCount: problems.length,
          problems: shown(problems, input.locale),
          warningCount: warnings.length,
          warnings: shown(warnings, input.locale),
        };
        const file = problems.length > 0 ? await problemFile(job, problems) : undefined;
        const ended: ImportCheckpoint = {
          report: report as unknown as Json,
          reportFileId: file?.id.toString() ?? null,
        };
        await job.checkpoint(tx, ended);
        signal.throwIfAborted();
        if (counts.added + counts.changed > 0) {
          announceChange(tx, actor.tenantId, user);
          done(undefined);
        }
        return ended;
      }),
    ),
  );
}

const shown = (lines: readonly LineProblem[], locale: Locale) =>
  lines.slice(0, LIST_PROBLEMS_SHOWN).map(({ lineNo, text, reason }) => ({ lineNo, text, reason: reason[locale] }));

const problemFile = ({ app, actor, taskNo }: JobContext, problems: readonly LineProblem[]): Promise<StoredFile> =>
  app.files.put(
    csvStream(
      problems.map(({ lineNo, text, reason }) => [lineNo, text, reason.zh, reason.en]),
      { header: HEADER },
    ),
    { actor, name: `${taskNo}-problems.csv`, maxBytes: REPORT_MAX_BYTES },
  );
