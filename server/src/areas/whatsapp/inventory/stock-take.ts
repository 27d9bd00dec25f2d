import type { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { countStock, type StockTake, stockCountries, stockNumbers } from '../../../engines/stock/inventory/index.ts';
import { openSnapshot, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { countedLines, openExport, withExportLog } from '../../../kernel/export-log.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { maskNumber } from '../../../kernel/phone/index.ts';
import { type ArchiveFile, type ManifestEntry, zipStream } from '../../../kernel/spreadsheet/index.ts';

type StockTakeInput = CallInput<typeof inventory, 'export-txt', 'out'>;

/**
 * Exports the platform's own numbers, masked unless the reader may see them in full and gives a reason. One text, or
 * an archive with a text per country.
 * @throws NO_PERMISSION, REASON_REQUIRED, those of `admitExport`
 */
export async function exportStock(c: Context, asked: StockTakeInput, format: 'txt' | 'zip'): Promise<FileAnswer> {
  const { db } = c.app;
  const { reason, ...filters } = asked;
  const isMasked = asked.plain !== 1;
  if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
  // It covers all numbers in stock: a reader limited to a part of them exports the list instead.
  if (c.ruleOf?.('whatsapp/warehouse')?.rows) throw commonErrors.NO_PERMISSION();
  if (!isMasked && !c.can('whatsapp/inventory:plain')) throw commonErrors.NO_PERMISSION();
  if (!isMasked && !reason) throw commonErrors.REASON_REQUIRED();
  const exportId = await c.tx(async (tx) => {
    await admitExport(c, await countStock(tx, c.actor.tenantId, takeOf(asked)), tx);
    return openExport(tx, c.actor, { source: 'inventory', format, filters, isMasked, reason });
  });
  const { content, rows } = format === 'txt' ? asText(c, asked) : asArchive(c, asked);
  return fileAnswer({
    name: `inventory_${formatTime(new Date(), c.zone).replace(/\D/g, '')}.${format}`,
    type: format === 'txt' ? 'text/plain; charset=utf-8' : 'application/zip',
    stream: withExportLog(db, exportId, content, rows),
  });
}

const takeOf = (asked: StockTakeInput): StockTake => {
  const { businessType, countryCode, numberType, capability, warehouseCode, stockStatus } = asked;
  return {
    businessType,
    countryCodes: countryCode?.split(','),
    numberType,
    capability,
    warehouseCode: warehouseCode || undefined,
    stockStatus,
  };
};

/** Returns the lines as the reader may see them. */
function numbers(c: Context, snapshot: Snapshot, asked: StockTakeInput, take: StockTake): AsyncIterable<Uint8Array> {
  const isPlain = asked.plain === 1;
  const lines = stockNumbers(snapshot, c.actor.tenantId, take, isPlain && asked.plus === 1);
  return isPlain ? lines : masked(lines);
}

function asText(c: Context, asked: StockTakeInput) {
  async function* content(): AsyncGenerator<Uint8Array> {
    const snapshot = await openSnapshot(c.app.db);
    try {
      yield* numbers(c, snapshot, asked, takeOf(asked));
    } finally {
      await snapshot.close();
    }
  }
  return countedLines(content());
}

function asArchive(c: Context, asked: StockTakeInput) {
  let manifest: readonly ManifestEntry[] = [];
  async function* files(): AsyncGenerator<ArchiveFile> {
    const snapshot = await openSnapshot(c.app.db);
    try {
      const take = takeOf(asked);
      for (const countryCode of await stockCountries(snapshot, c.actor.tenantId, take)) {
        const ofCountry = { ...take, countryCodes: [countryCode] };
        yield { path: `${countryCode}.txt`, content: () => numbers(c, snapshot, asked, ofCountry) };
      }
    } finally {
      await snapshot.close();
    }
  }
  const archive = zipStream(files(), {
    readme: c.locale === 'zh' ? `库存盘点，导出人：${c.actor.realName}\n` : `Stock-take by ${c.actor.realName}\n`,
    onManifest: (entries) => {
      manifest = entries;
    },
  });
  return { content: archive, rows: () => manifest.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Masks the middle of every number, keeping the chunks' size. */
async function* masked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield Buffer.from(`${lines.map((line) => maskNumber(BigInt(line))).join('\n')}\n`);
  }
}
