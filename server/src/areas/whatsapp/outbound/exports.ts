import type { Readable } from 'node:stream';
import { surviveStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { capability, numberType, userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { eq } from 'drizzle-orm';
import {
  countDownload,
  type DeliveredLine,
  deliveredLines,
  deliveredNumbers,
  type Outbound,
  outbounds,
} from '../../../engines/stock/inventory/index.ts';
import { openSnapshot, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { countedLines, openExport, withExportLog } from '../../../kernel/export-log.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import {
  type ArchiveFile,
  type Cell,
  type ManifestEntry,
  type Sheet,
  xlsxBookStream,
  zipStream,
} from '../../../kernel/spreadsheet/index.ts';

interface More {
  readonly reason?: string | undefined;
  readonly plus: 0 | 1;
}

/** A format's content, and its number of rows after the content has ended. */
interface Written {
  readonly content: AsyncIterable<Uint8Array>;
  readonly rows: () => number;
}

const TYPES = {
  txt: 'text/plain; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;

/**
 * Returns the numbers of delivered notes as a file that streams from one snapshot of the database. The download is
 * counted and logged before the first byte is sent.
 * @throws NOT_FOUND, NO_PERMISSION, REASON_REQUIRED, EXPORT_BEFORE_DELIVERY, DOWNLOAD_LIMIT, those of `admitExport`;
 * then nothing is counted
 */
export async function exportNotes(
  c: Context,
  ids: readonly bigint[],
  format: keyof typeof TYPES,
  { reason, plus }: More,
): Promise<FileAnswer> {
  const { db } = c.app;
  const { notes, exportId } = await c.tx(async (tx) => {
    const taken = await countDownload(tx, c.actor, ids, { unlimited: canDownloadAny(c) });
    assertCanTake(c, taken, reason);
    await admitExport(
      c,
      taken.reduce((sum, note) => sum + countOf(note), 0),
      tx,
    );
    const entry = { source: 'outbound', format, objectIds: ids, isMasked: false, reason } as const;
    return { notes: taken, exportId: await openExport(tx, c.actor, entry) };
  });
  const written = writers[format](c, notes, plus === 1);
  const only = notes.length === 1 && format === 'txt' ? notes[0] : undefined;
  const stream = withExportLog(db, exportId, written.content, written.rows, async ({ sha256 }) => {
    if (only) await db.drizzle.update(outbounds).set({ fileSha256: sha256 }).where(eq(outbounds.id, only.id));
  });
  return fileAnswer({ name: nameOf(c, notes, format), type: TYPES[format], stream });
}

const canDownloadAny = (c: Context): boolean =>
  c.actor.userType === userType.is.staff && c.can('whatsapp/outbound:download-any');

/** Staff may download notes they created, or any note by permission; customers those in their scope. */
function assertCanTake(c: Context, notes: readonly Outbound[], reason: string | undefined): void {
  if (c.actor.userType !== userType.is.staff) return;
  if (!canDownloadAny(c) && notes.some(({ createUser }) => createUser !== c.actor.userId))
    throw commonErrors.NO_PERMISSION();
  const count = notes.reduce((sum, note) => sum + countOf(note), 0);
  if (count > c.app.parameters.get(c.actor.tenantId, 'export.reasonAbove') && !reason)
    throw commonErrors.REASON_REQUIRED();
}

const countOf = ({ deliveredQty, returnedQty }: Outbound): number => deliveredQty - returnedQty;

const baseName = (note: Outbound): string =>
  `${note.outboundNo}_${note.countryCode === '*' ? 'ALL' : note.countryCode}_${countOf(note)}`;

function nameOf(c: Context, notes: readonly Outbound[], format: keyof typeof TYPES): string {
  const [first] = notes;
  if (first && notes.length === 1) return `${baseName(first)}.${format}`;
  return `outbound_${formatTime(new Date(), c.zone).replace(/\D/g, '')}_${notes.length}.${format}`;
}

type Writer = (c: Context, notes: readonly Outbound[], plus: boolean) => Written;

const writers: Readonly<Record<keyof typeof TYPES, Writer>> = {
  txt: (c, notes, plus) => {
    async function* content(): AsyncGenerator<Uint8Array> {
      const snapshot = await openSnapshot(c.app.db);
      try {
        for (const { id } of notes) yield* deliveredNumbers(snapshot, id, plus);
      } finally {
        await snapshot.close();
      }
    }
    const counted = countedLines(content());
    return { content: counted.content, rows: counted.rows };
  },

  xlsx: (c, notes, plus) => {
    let rows = 0;
    const count = (): void => {
      rows += 1;
    };
    async function* sheets(): AsyncGenerator<Sheet> {
      const snapshot = await openSnapshot(c.app.db);
      try {
        for (const note of notes) {
          const cells = cellsOf(c, note, plus);
          yield { name: note.outboundNo, rows: noteRows(snapshot, note, cells, count) };
        }
      } finally {
        await snapshot.close();
      }
    }
    const book: Readable = xlsxBookStream(sheets(), {
      header: HEADER.map((label) => label[c.locale]),
      widths: WIDTHS,
      notes: readme(c, notes),
    });
    return { content: book, rows: () => rows };
  },

  zip: (c, notes, plus) => {
    let manifest: readonly ManifestEntry[] = [];
    async function* files(): AsyncGenerator<ArchiveFile> {
      const snapshot = await openSnapshot(c.app.db);
      try {
        for (const note of notes) {
          const path = `${note.outboundNo}/${baseName(note)}.txt`;
          yield { path, content: () => deliveredNumbers(snapshot, note.id, plus) };
        }
      } finally {
        await snapshot.close();
      }
    }
    const archive = zipStream(files(), {
      readme: `${readme(c, notes)
        .map(([label, value]) => `${label}: ${value}`)
        .join('\n')}\n`,
      onManifest: (entries) => {
        manifest = entries;
      },
    });
    return { content: archive, rows: () => manifest.reduce((sum, { rows }) => sum + rows, 0) };
  },
};

async function* noteRows(
  snapshot: Snapshot,
  note: Outbound,
  cells: ReturnType<typeof cellsOf>,
  counted: () => void,
): AsyncGenerator<readonly Cell[]> {
  let index = 0;
  for await (const line of deliveredLines(snapshot, note.id)) {
    index += 1;
    counted();
    yield cells(index, line);
  }
}

const HEADER: readonly Text[] = [
  { zh: '序号', en: 'No.' },
  { zh: '号码(E.164)', en: 'Number (E.164)' },
  { zh: '国家', en: 'Country' },
  { zh: '号码类型', en: 'Number type' },
  { zh: '能力', en: 'Capabilities' },
  { zh: '出库单号', en: 'Outbound no.' },
  { zh: '订单号', en: 'Order no.' },
  { zh: '单价', en: 'Unit price' },
  { zh: '质保至', en: 'Warranty until' },
  { zh: '存活状态', en: 'Activity status' },
  { zh: '渠道状态', en: 'Channel status' },
  { zh: '备注', en: 'Remark' },
];
const WIDTHS = [8, 20, 10, 12, 24, 18, 18, 12, 20, 12, 12, 24];

/** Returns a function for the cells of a note's lines; values common to all lines are computed once. */
function cellsOf(c: Context, note: Outbound, plus: boolean) {
  const sign = plus ? '+' : '';
  const types = labels(c, numberType);
  const survives = labels(c, surviveStatus);
  const capabilities = new Map<number, string>();
  const capabilityText = (bits: number): string => {
    const known = capabilities.get(bits) ?? bitsText(c, bits);
    capabilities.set(bits, known);
    return known;
  };
  const orderNo = note.orderNo ?? '';
  const unitPrice = note.unitPrice === null ? '' : `${formatMoney(note.unitPrice)} ${note.currency}`;
  const warranty = note.warrantyUntil ? formatTime(note.warrantyUntil, c.zone) : '';
  return (index: number, line: DeliveredLine): readonly Cell[] => [
    index,
    sign + line.e164,
    line.countryCode,
    types.get(line.numberType),
    capabilityText(line.capability),
    note.outboundNo,
    orderNo,
    unitPrice,
    warranty,
    survives.get(line.surviveStatus),
  ];
}

const labels = (c: Context, dictionary: Dictionary): ReadonlyMap<number, string> =>
  new Map(Object.values(c.app.dictionaries.current(dictionary).entries).map((entry) => [entry.value, entry[c.locale]]));

const bitsText = (c: Context, bits: number): string =>
  Object.values(c.app.dictionaries.current(capability).entries)
    .filter(({ value }) => (bits & value) !== 0)
    .map((entry) => entry[c.locale])
    .join(c.locale === 'zh' ? '、' : ', ');

/** Returns the lines of the first sheet and of the archive's README. */
function readme(c: Context, notes: readonly Outbound[]): [string, string][] {
  const t = (text: Text): string => text[c.locale];
  const undertakings = new Set(notes.flatMap(({ licenceNote }) => (licenceNote ? [licenceNote] : [])));
  return [
    [t({ zh: '出库单号', en: 'Outbound no.' }), notes.map(({ outboundNo }) => outboundNo).join(', ')],
    [t({ zh: '号码数量', en: 'Numbers' }), String(notes.reduce((sum, note) => sum + countOf(note), 0))],
    [t({ zh: '导出时间', en: 'Exported' }), `${formatTime(new Date(), c.zone)} (${c.zone})`],
    [t({ zh: '操作人', en: 'User' }), c.actor.realName],
    [
      t({ zh: '使用承诺', en: 'Usage commitment' }),
      [...undertakings].join('\n') || t({ zh: '仅限合法用途', en: 'For lawful use only' }),
    ],
  ];
}
