import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import type { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { type SQL, sql } from 'drizzle-orm';
import { currentSupplier, ofSuppliers } from '../../../engines/stock/suppliers/index.ts';
import { openExport, withExportLog } from '../../../kernel/export-log.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { maskNumber, plainNumber } from '../../../kernel/phone/index.ts';
import { type Cell, xlsxStream } from '../../../kernel/spreadsheet/index.ts';

const PAGE = 2000;
const PLAIN = 'whatsapp/supplier-claim:plain';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Line extends Record<string, unknown> {
  readonly id: string;
  readonly claim_no: string;
  readonly status: number;
  readonly batch_no: string | null;
  readonly e164: string;
  readonly amount: string;
  readonly currency: string;
  readonly checks: string | null;
  readonly at: string;
}

/**
 * Returns a workbook with the numbers of one claim, or of all claims of a supplier that are not cancelled; the first sheet has the
 * totals. Numbers are masked without the permission for full ones.
 * @throws NOT_FOUND, those of `admitExport`
 */
export async function claimStatement(
  c: Context,
  { id, supplierId }: CallInput<typeof supplierClaim, 'statement', 'out'>,
): Promise<FileAnswer> {
  if (c.actor.userType !== userType.is.staff || (id ?? supplierId) === undefined) throw commonErrors.NOT_FOUND();
  const { cancelled } = supplierClaimStatus.is;
  const which =
    id === undefined
      ? sql`${ofSuppliers(sql`c.supplier_id`, [supplierId ?? 0n])} and c.status <> ${cancelled}`
      : sql`c.id = ${id}`;
  const where = sql`c.tenant_id = ${c.actor.tenantId} and c.deleted_at is null and ${which}`;
  const found = await c.app.db.drizzle.execute<Record<string, string>>(sql`
    select s.supplier_name as supplier, c.currency, count(*)::text as claims, sum(c.item_count)::text as numbers, sum(c.amount)::text as claimed,
      coalesce(sum(c.accepted_amount), 0)::text as accepted, sum(c.received_amount)::text as received, min(c.claim_no) as no
    from sup_claim c join sup_supplier s on s.id = ${currentSupplier(sql`c.supplier_id`)} where ${where} group by 1, 2 order by 2`);
  const [first] = found.rows;
  if (!first) throw commonErrors.NOT_FOUND();
  const rows = found.rows.reduce((sum, { numbers }) => sum + Number(numbers), 0);
  await admitExport(c, rows);
  const isPlain = c.can(PLAIN);
  const exportId = await c.app.db.tx((tx) =>
    openExport(tx, c.actor, {
      source: 'supplierClaim',
      format: 'xlsx',
      ...(id === undefined ? {} : { objectIds: [id] }),
      isMasked: !isPlain,
    }),
  );
  const t = (zh: string, en: string) => (c.locale === 'zh' ? zh : en);
  const money = (text: string | undefined) => formatMoney(micros(BigInt(text ?? '0')));
  const content = xlsxStream(cells(c, where, isPlain), {
    header: [
      ...[t('索赔单号', 'Claim no.'), t('状态', 'Status'), t('批次号', 'Batch no.'), t('号码', 'Number')],
      ...[t('金额', 'Amount'), t('币种', 'Currency'), t('检测记录', 'Checks'), t('加入时间', 'Added')],
    ],
    widths: [20, 14, 20, 20, 14, 10, 60, 20],
    amounts: [4],
    sheetName: t('索赔明细', 'Claims'),
    notes: [
      [t('供应商', 'Supplier'), first['supplier'] ?? ''],
      [t('生成', 'Created'), `${formatTime(new Date(), c.zone)} · ${c.actor.realName}`],
      ...found.rows.flatMap((sum): [string, string][] => [
        [t('索赔单', 'Claims'), `${sum['claims']} · ${sum['numbers']} ${t('个号码', 'numbers')}`],
        [t('索赔金额', 'Claimed'), `${money(sum['claimed'])} ${sum['currency']}`],
        [t('认可金额', 'Accepted'), `${money(sum['accepted'])} ${sum['currency']}`],
        [t('已收金额', 'Received'), `${money(sum['received'])} ${sum['currency']}`],
      ]),
    ],
  });
  const name = `${id === undefined ? 'supplier-claims' : first['no']}_${formatTime(new Date(), c.zone).replace(/\D/g, '')}.xlsx`;
  return fileAnswer({ name, type: XLSX, stream: withExportLog(c.app.db, exportId, content, () => rows) });
}

async function* cells(c: Context, where: SQL, isPlain: boolean): AsyncGenerator<Cell[]> {
  const statuses = c.app.dictionaries.current(supplierClaimStatus);
  for (let after = '0'; ; ) {
    const { rows } = await c.app.db.drizzle.execute<Line>(sql`
      select l.id::text as id, c.claim_no, c.status, c.batch_no, l.e164::text as e164, l.amount::text as amount, c.currency, l.checks, l.create_time::text as at
      from sup_claim_line l join sup_claim c on c.id = l.claim_id where ${where} and l.id > ${after}::bigint order by l.id limit ${PAGE}`);
    for (const row of rows) {
      const number = BigInt(row.e164);
      yield [
        row.claim_no,
        entryOf(statuses, row.status)?.[c.locale] ?? String(row.status),
        row.batch_no ?? '',
        isPlain ? plainNumber(number) : maskNumber(number),
        { amount: formatMoney(micros(BigInt(row.amount))) },
        row.currency,
        row.checks ?? '',
        formatTime(new Date(row.at), c.zone),
      ];
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
