import { oss, ossKind } from '@trade-assistant/contract/areas/resource/oss.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type ServiceKind, useService } from '../../engines/office/in-use/index.ts';
import {
  moveFilesJob,
  openStorage,
  ossErrors,
  type StorageRow,
  storages,
  tryStorage,
} from '../../engines/office/storages/index.ts';
import { avatarAddress, visibleAvatarKey } from '../../engines/people/identity/index.ts';
import { readHead, sniff } from '../../kernel/files/index.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { runOnce } from '../../kernel/http/idempotency.ts';
import { type Job, startTask } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const YEAR_SECONDS = 31_536_000;
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;
const STORAGES: ServiceKind = { table: storages, resource: oss };
/** Fields that locate a storage. */
const PLACE = ['category', 'endpoint', 'bucketName', 'appId'] as const;

export const jobs: readonly Job[] = [moveFilesJob] as unknown as readonly Job[];

export default resourceRoutes(oss, storages, {
  scope: 'tenant',
  computed: {
    fields: ['fileCount'],
    fill: async (c, rows) => {
      const counts = await countFiles(c, rows);
      return rows.map(({ id }) => ({ fileCount: counts.get(String(id)) ?? 0 }));
    },
  },
  usedBy: [
    {
      what: { zh: '文件', en: 'files', one: 'file' },
      from: sql`kernel_file`,
      column: sql`storage_id`,
      called: sql`original_name`,
    },
  ],
  beforeSave: async (c, _tx, input, existing) => {
    if (input.endpoint) c.app.outbound.check(input.endpoint);
    const isElsewhere = PLACE.some((name) => name in input && (input[name] ?? null) !== (existing?.[name] ?? null));
    if (!existing || !isElsewhere) return input;
    const count = (await countFiles(c, [existing])).get(String(existing.id)) ?? 0;
    if (count > 0) throw ossErrors.STORAGE_HOLDS_FILES({ count });
    return input;
  },
  actions: {
    enable: async (c, { id }) => {
      const { succeeded, steps } = await trialOf(c, await found(c, id));
      const problem = steps.find((one) => one.problem !== null)?.problem ?? '';
      if (!succeeded) throw ossErrors.STORAGE_TEST_FAILED({ problem });
      return c.tx(async (tx) => void (await useService(tx, c.actor, STORAGES, id, true)));
    },
    disable: (c, { id }) => c.tx(async (tx) => void (await useService(tx, c.actor, STORAGES, id, false))),
    test: async (c, { id }) => {
      return trialOf(c, await found(c, id));
    },
    move: async (c, { id }) => {
      const { ossCode, id: storageId } = await found(c, id);
      return c.tx(async (tx) => {
        const title = { zh: `迁移文件到 ${ossCode}`, en: `Move files to ${ossCode}` };
        const { taskNo } = await startTask(tx, c.actor, moveFilesJob, { storageId }, { title });
        return { taskNo };
      });
    },
    'endpoint/put-file': {
      keyed: async (c, _input, { keyed, write }) => {
        const file = c.upload();
        const head = await c.app.files.withPath(file.id, readHead);
        const { name, link } = avatarAddress(file, (await sniff(head)).extension);
        return runOnce(c.app.db, keyed, async () => write({ link, domain: '', name, originalName: file.name }));
      },
    },
    'endpoint/put-file-attach': async (c) => {
      const file = c.upload();
      await c.tx(async (tx) => {
        await c.app.files.setLife(tx, [file.id], null);
        announceChange(tx, c.actor.tenantId, 'resource/attach');
      });
      const link = `/api/resource/attach/preview?id=${file.id}`;
      return { attachId: file.id, link, domain: '', name: file.key, originalName: file.name };
    },
    'endpoint/avatar': async (c, { name }) => {
      const key = await visibleAvatarKey(c.app.db.drizzle, name);
      if (!key) throw commonErrors.NOT_FOUND();
      const { id } = await c.app.files.findByKey(key);
      const type = TYPES[name.endsWith('.png') ? 'png' : 'jpg'];
      // A new picture has a new name, so browsers may cache it for ever.
      return fileAnswer({ name, type, stream: await c.app.files.open(id), maxAgeSeconds: YEAR_SECONDS });
    },
  },
});

/** Writes a small object, reads it back and deletes it. */
const trialOf = ({ app, actor, locale }: Context, row: StorageRow) =>
  tryStorage(
    async () => (row.category === ossKind.is.local ? app.files.own : openStorage(row, app.secrets, app.outbound)),
    { tenantId: actor.tenantId, locale },
  );

const own = (c: Context, id: bigint): SQL | undefined => and(visible(c.actor, storages, 'tenant'), eq(storages.id, id));

async function found(c: Context, id: bigint): Promise<StorageRow> {
  const [row] = await c.app.db.drizzle.select().from(storages).where(own(c, id));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

async function countFiles(c: Context, rows: readonly Pick<StorageRow, 'id'>[]): Promise<ReadonlyMap<string, number>> {
  const ids = sql`${sql.param(rows.map(({ id }) => String(id)))}::bigint[]`;
  const counted = await c.app.db.drizzle.execute<{ id: string; count: number }>(
    sql`select storage_id::text as id, count(*)::int as count from kernel_file where storage_id = any(${ids}) group by storage_id`,
  );
  return new Map(counted.rows.map(({ id, count }) => [id, count]));
}
