import { approval, approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { defineErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { z } from 'zod';
import { propose } from '../../../engines/office/approvals/index.ts';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import { actorOf } from '../../../engines/people/identity/index.ts';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { needsApproval } from '../../../kernel/http/admit-export.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { defineJob, type JobContext, ownTask, startTask } from '../../../kernel/jobs/index.ts';

const errors = defineErrors({
  EXPORT_ASKER_GONE: {
    status: 400,
    zh: '申请人 {user} 已停用或已删除，无法导出',
    en: 'The applicant {user} is disabled or removed; the export is not possible',
  },
  EXPORT_WITH_PASSWORD: {
    status: 400,
    zh: '密码不会保存，须复核的文件不能设密码，请去掉密码后申请',
    en: 'Passwords are not stored, so a file that needs approval cannot have one; remove the password',
  },
  EXPORT_NOT_LARGE: {
    status: 400,
    zh: '本次导出 {rows} 行，无需复核，可直接导出',
    en: 'This export has {rows} rows and needs no approval; download it directly',
  },
});

const FILE_MAX_BYTES = 500 * 1024 * 1024;

const asked = {
  call: z.string(),
  input: z.record(z.string(), z.unknown()),
  locale: z.enum(['zh', 'en']),
  zone: z.string(),
  /** As counted at the request. */
  rows: z.int(),
  listZh: z.string(),
  listEn: z.string(),
};

/** Runs for the requester, with the requester's present rights, in the language and time zone of the request. */
const exportJob = defineJob({
  name: 'desk/large-export',
  title: approval.calls['ask-export'].title,
  input: z.object({ ...asked, approvalNo: z.string() }),
  async run(job, { approvalNo: no, rows, listZh, listEn, ...wanted }) {
    const about = { listZh, listEn, no };
    try {
      job.signal.throwIfAborted();
      const made = await job.app.exports.make(job.actor, wanted, { rows, traceId: job.taskNo });
      // A cancellation breaks the file off; the written part is deleted.
      job.signal.addEventListener('abort', () => made.stream.destroy(new Error('The export was cancelled')));
      const { id } = await job.app.files.put(made.stream, {
        actor: job.actor,
        name: made.name,
        maxBytes: FILE_MAX_BYTES,
      });
      job.progress(made.rows, made.rows);
      await notify(job, 'LARGE_EXPORT_READY', { ...about, rows: made.rows.toLocaleString('en-US') });
      return { result: { rows: made.rows }, resultFileId: id };
    } catch (error) {
      if (isAppError(error))
        await notify(job, 'LARGE_EXPORT_FAILED', {
          ...about,
          reasonZh: error.say('zh'),
          reasonEn: error.say('en'),
        });
      throw error;
    }
  },
});

export const jobs = [exportJob];

async function notify(
  { app, actor, taskNo }: JobContext,
  key: 'LARGE_EXPORT_READY' | 'LARGE_EXPORT_FAILED',
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await app.db.tx(async (tx) => {
    const { id } = await ownTask(tx, actor, taskNo);
    const route = `/${task.name}/index?record=${id}`;
    await sendMessage(tx, actor, {
      to: { userIds: [actor.userId] },
      key,
      params,
      bizType: task.name,
      bizId: String(id),
      route,
    });
  });
}

const narrowing = z.object({ deptId: idSchema().nullable(), roleId: idSchema().nullable() });

/** An export above one person's limit: after approval it runs as a task of the requester. */
export const largeExportApproval = defineApproval({
  kind: approvalKind.is.largeExport,
  permission: `${approval.name}:export-large`,
  payload: z.object({ ...asked, narrowing: narrowing.optional() }),
  run: async (tx, _decider, { approvalNo, payload: { narrowing: narrow, ...wanted }, proposer }) => {
    const actor = await actorOf(tx, proposer.userId, narrow);
    if (!actor) throw errors.EXPORT_ASKER_GONE({ user: proposer.realName });
    await startTask(
      tx,
      actor,
      exportJob,
      { ...wanted, approvalNo },
      {
        title: { zh: `导出：${wanted.listZh}`, en: `Export: ${wanted.listEn}` },
        bizType: approval.name,
        bizNo: approvalNo,
      },
    );
  },
});

interface ExportRequest {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/**
 * Requests an export above one person's limit.
 * @throws as `Exports.measure`, EXPORT_WITH_PASSWORD, EXPORT_NOT_LARGE, TOO_MANY_WAITING
 */
export async function askForExport(c: Context, { call, input, reason }: ExportRequest) {
  const { actor, locale, zone } = c;
  const { exports } = c.app;
  if (input['password'] !== undefined) throw errors.EXPORT_WITH_PASSWORD();
  const wanted = { call, input, locale, zone };
  const { title, lines } = exports.describe(wanted);
  const rows = await exports.measure(actor, wanted, c.request);
  const inWords = rows.toLocaleString('en-US');
  if (!(await needsApproval(c, rows))) throw errors.EXPORT_NOT_LARGE({ rows: inWords });
  const params = { listZh: title.zh, listEn: title.en, rows: inWords };
  const made = await c.tx((tx) =>
    propose(tx, actor, {
      kind: largeExportApproval,
      payload: {
        ...wanted,
        input: { ...input },
        rows,
        listZh: title.zh,
        listEn: title.en,
        narrowing: narrowingOf(actor),
      },
      params,
      lines: lines.map((line) => ({ ...line, route: '' })),
      reason,
      message: 'LARGE_EXPORT_TODO',
    }),
  );
  return { ...made, rows };
}

const narrowingOf = ({ narrowing: narrow }: Actor) =>
  narrow && { deptId: narrow.deptId?.toString() ?? null, roleId: narrow.roleId?.toString() ?? null };
