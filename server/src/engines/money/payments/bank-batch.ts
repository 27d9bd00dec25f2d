import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { paymentType, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, asc, inArray, type SQL } from 'drizzle-orm';
import type { Context } from '../../../kernel/http/context.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { type Cell, encryptedZip, xlsxStream } from '../../../kernel/spreadsheet/index.ts';
import { assertLedgerVerified } from '../ledger/index.ts';
import { paymentErrors } from './errors.ts';
import { type WithdrawalRow, withdrawals } from './tables.ts';

const { pending, failed, passed } = withdrawalStatus.is;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DUE: readonly number[] = [pending, failed, passed];

const HEADER: readonly Text[] = [
  { zh: '提现单号', en: 'Withdrawal no.' },
  { zh: '户名', en: 'Account holder' },
  { zh: '银行', en: 'Bank' },
  { zh: '分行', en: 'Branch' },
  { zh: '卡号', en: 'Card number' },
  { zh: '币种', en: 'Currency' },
  { zh: '本币金额', en: 'Local amount' },
  { zh: '附言', en: 'Note' },
];

/**
 * Returns a bank batch of withdrawals in the order of their requests, with whole card numbers. A withdrawal above one
 * person's limit is included only after a second person has approved it. With a password the workbook is in an
 * encrypted archive.
 * @throws NOT_FOUND, BATCH_NOT_DUE, BATCH_NO_CARD, BATCH_UNCHECKED, LEDGER_MISMATCH, SECRET_UNREADABLE
 */
export async function bankBatch(
  c: Context,
  {
    reachable,
    ids,
    password,
  }: { readonly reachable: SQL | undefined; readonly ids: readonly bigint[]; readonly password: string | undefined },
) {
  const rows = await c.app.db.tx(async (tx) => {
    await assertLedgerVerified(tx);
    return tx
      .select()
      .from(withdrawals)
      .where(and(reachable, inArray(withdrawals.id, [...ids])))
      .orderBy(asc(withdrawals.id));
  });
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  const above = c.app.parameters.get(c.actor.tenantId, 'withdraw.checkAbove');
  for (const row of rows) assertPayable(row, above);
  const lines = rows.map((row): Cell[] => {
    const cardNo = openSecretOf(c.app.secrets, withdrawal, row, 'cardNo');
    const { holderName = '', bankName = '', branch = '' } = row.payee ?? {};
    return [
      row.withdrawNo,
      holderName,
      bankName,
      branch,
      cardNo,
      row.localCurrency ?? '',
      row.localAmount === null ? '' : { amount: row.localAmount },
      row.applyNote ?? '',
    ];
  });
  const name = `${withdrawal.calls['bank-batch'].title[c.locale]}_${formatTime(new Date(), c.zone).replace(/\D/g, '')}`;
  const workbook = xlsxStream(lines, {
    header: HEADER.map((text) => text[c.locale]),
    widths: [20, 20, 22, 22, 28, 8, 16, 30],
    amounts: [6],
  });
  const file =
    password === undefined
      ? { name: `${name}.xlsx`, type: XLSX, format: 'xlsx' as const, content: workbook }
      : {
          name: `${name}.zip`,
          type: 'application/zip',
          format: 'zip' as const,
          content: encryptedZip(workbook, { name: `${name}.xlsx`, password }),
        };
  return { count: lines.length, ...file };
}

function assertPayable(row: WithdrawalRow, above: bigint): void {
  const no = row.withdrawNo;
  if (!DUE.includes(row.status)) throw paymentErrors.BATCH_NOT_DUE({ no });
  if (row.methodType !== paymentType.is.bank || row.cardNo === null) throw paymentErrors.BATCH_NO_CARD({ no });
  if (row.status !== passed && row.amount > above) throw paymentErrors.BATCH_UNCHECKED({ no });
}
