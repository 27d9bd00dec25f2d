import { z } from 'zod';
import { BOOK_CURRENCY } from '../../currency.ts';
import { bulkResult } from '../../kit/bulk.ts';
import { get, post } from '../../kit/call.ts';
import { columnNo, inspectCall, inspectedList } from '../../kit/inspect.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id, ids } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { IMPORT_LIMITS } from './import-report.ts';
import { batchFields, stagedFields } from './pre-warehouse-fields.ts';

export { IMPORT_LIMITS, type ImportReport, importReport, REPORT_SAMPLE_LINES } from './import-report.ts';
export { batchFields } from './pre-warehouse-fields.ts';

const fields = stagedFields;
const taskNo = z.string().trim().min(1).max(32);
const batchNo = z.string().trim().min(1).max(24);
const started = z.object({ taskNo: z.string(), batchNo: z.string() });

/** Values of every line of a file that has no column with its own. */
export const importDefaults = z.object({
  batchName: z.string().trim().min(1).max(64),
  businessType: fields.businessType.schema.default(1),
  countryCode: fields.countryCode.schema.optional(),
  numberType: fields.numberType.schema,
  capability: fields.capability.schema,
  warehouseCode: fields.warehouseCode.schema,
  sourceType: fields.sourceType.schema,
  supplierId: fields.supplierId.schema.optional(),
  /** Finds a supplier by name or code; the confirmation adds an unknown one, to be completed. */
  supplierName: fields.supplierName.schema.optional(),
  ownerType: fields.ownerType.schema.default(1),
  rightsAttested: flag(),
  provenanceNote: fields.provenanceNote.schema.optional(),
  costPrice: amount(),
  setupCost: amount().optional(),
  monthlyCost: amount().optional(),
  currency: z
    .string()
    .trim()
    .regex(
      matching(/^[A-Z]{3,5}$/, {
        zh: '应为 3–5 位大写字母，例如 USDT',
        en: 'should be three to five capital letters such as USDT',
      }),
    )
    .default(BOOK_CURRENCY),
  leaseStart: fields.leaseStart.schema.optional(),
  leaseEnd: fields.leaseEnd.schema.optional(),
  regDocStatus: fields.regDocStatus.schema.default(0),
  remark: z.string().trim().max(255).optional(),
  /** 1: stages the good lines at once; otherwise the import reports and waits for `import-commit`. */
  commit: flag().default(0),
});

const countryOrCode = localizedRule({
  zh: '请选择国家，或确认号码已含国家码',
  en: 'should be a country, unless the numbers contain the calling code',
});

const neither = localizedRule({
  zh: '请填写编号（多个用逗号分隔）或批次号',
  en: 'should be IDs, separated by commas, or a batch number',
});

/** How to read the lines of a waiting import whose country is unclear. */
const readAs = z
  .object({
    taskNo,
    countryCode: fields.countryCode.schema.optional(),
    /** 1: the digits contain the calling code. */
    international: flag().default(0),
  })
  .superRefine(({ countryCode, international }, context) => {
    if ((countryCode !== undefined) !== (international === 1)) return;
    context.addIssue({ code: 'custom', ...countryOrCode, path: ['countryCode'] });
  });

const typeOrCountry = localizedRule({
  zh: '请选择号码类型或国家之一',
  en: 'should be either a number type or a country',
});

/** Of a reported import: the type of all numbers of a kind of line, or the country of numbers in shared ranges. */
const correction = z
  .object({
    taskNo,
    /** A kind of line as in the report's `typeDoubts`. */
    lineType: z.int().min(0).max(99).optional(),
    numberType: fields.numberType.schema.optional(),
    countryCode: fields.countryCode.schema.optional(),
  })
  .superRefine(({ lineType, numberType: type, countryCode: country }, context) => {
    const isOfType = lineType !== undefined && type !== undefined && country === undefined;
    if (isOfType || (lineType === undefined && type === undefined && country !== undefined)) return;
    context.addIssue({ code: 'custom', ...typeOrCountry, path: [type === undefined ? 'numberType' : 'countryCode'] });
  });

/** Many numbers by their ids, or all that are ready in one batch; `id` reads as either. */
const manyOrBatch = z
  .object({ id: z.string().max(4000), ids: z.string().max(4000), batchNo })
  .partial()
  .transform((given, context): { ids: bigint[] } | { batchNo: string } => {
    const text = given.batchNo ?? given.ids ?? given.id ?? '';
    const list = ids().safeParse(text);
    if (given.batchNo === undefined && list.success) return { ids: list.data };
    const batch = batchNo.regex(/^PW\d{6}[0-9A-Z]{8}$/i).safeParse(text);
    if (batch.success) return { batchNo: batch.data };
    context.issues.push({ code: 'custom', ...neither, path: ['id'], input: text });
    return z.NEVER;
  });

const { countryCode, businessType, numberType } = fields;

/** Numbers of a batch in stock that are sold alike, and the first thing that keeps them from sale; null: they are on sale. */
const batchKind = z.object({
  countryCode: countryCode.schema,
  businessType: businessType.schema,
  numberType: numberType.schema,
  /** Capabilities that all of them have. */
  capability: z.int(),
  stocked: z.int(),
  available: z.int(),
  unlisted: z.int(),
  onSale: z.int(),
  serviceType: z.int(),
  /** List prices of one number, over all agent levels. */
  price: z.object({ from: amount(), to: amount(), currency: z.string() }).nullable(),
  productId: id().nullable(),
  productName: z.string().nullable(),
  missing: z.enum(['numbers', 'listing', 'price', 'product', 'shelf', 'unfit']).nullable(),
});

/** The most batches of one call. */
const SALES_BATCHES = 50;

const splitBatchNos = (text: string): string[] =>
  [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean).slice(0, SALES_BATCHES);

/** Numbers before they enter the stock: their source, their permission, and their checks. One row per number. */
export const preWarehouse = resource('whatsapp/pre-warehouse', {
  title: { zh: '预入库', en: 'Incoming numbers' },
  help: { zh: '导入、校验号码，确认后入库', en: 'Import and check numbers, then move them to stock' },
  empty: {
    zh: '从导入一个号码文件开始，校验通过后再入库',
    en: 'Import a file of numbers; valid numbers can be moved to stock',
  },
  nameField: 'number',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  found: [{ call: 'list', by: ['number'], shows: ['batchName', 'status'] }],
  numbers: [
    {
      call: 'list',
      field: 'number',
      shows: [
        ...['status', 'batchName', 'batchNo', 'sourceType', 'supplierName', 'provenanceNote', 'rightsAttested'],
        ...['checkReason', 'inTime', 'createUserName'],
      ],
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'save', 'update', 'remove']),
    'into-warehouse': post({
      title: { zh: '入库', en: 'Move to stock' },
      access: 'into-warehouse',
      input: z.object({ id: id() }),
      data: bulkResult,
    }),
    'batch-into-warehouse': post({
      title: { zh: '批量入库', en: 'Move batch to stock' },
      access: 'into-warehouse',
      input: manyOrBatch,
      /** A large batch moves in the background: then `taskNo` names its task and the counts are 0. */
      data: bulkResult.extend({ taskNo: z.string().optional() }),
    }),
    inspect: inspectCall('import', inspectedList, IMPORT_LIMITS.bulk.bytes),
    import: post({
      title: { zh: '导入号码', en: 'Import numbers' },
      access: 'import',
      input: importDefaults.extend({
        /** The column of numbers that the person chose. */
        column: columnNo.optional(),
      }),
      data: started,
      upload: { maxBytes: IMPORT_LIMITS.bulk.bytes, kinds: ['text', 'zip', 'xlsx'] },
    }),
    'import-country': post({
      title: { zh: '选择号码的国家', en: 'Choose the country of the numbers' },
      access: 'import',
      input: readAs,
      data: started,
    }),
    'import-correct': post({
      title: { zh: '更正存疑号码', en: 'Correct doubtful numbers' },
      access: 'import',
      input: correction,
      data: started,
    }),
    'import-commit': post({
      title: { zh: '确认导入', en: 'Confirm import' },
      access: 'import',
      input: z.object({ taskNo }),
      data: started,
    }),
    /**
     * Takes a batch back: staged numbers, and those in stock that are not delivered or reserved. Locked ones leave their pre-orders waiting.
     * A large batch in stock is taken back in the background (`taskNo`).
     */
    void: post({
      title: { zh: '作废批次', en: 'Void batch' },
      access: 'void',
      input: z.object({ batchNo, reason: z.string().trim().max(255).optional() }),
      data: z.object({
        batchNo: z.string(),
        voidedCount: z.int(),
        /** Numbers that stay because they are delivered, reserved or returned, and the first of them. */
        keptCount: z.int(),
        kept: z.array(z.object({ number: z.string(), stockStatus: z.int(), outboundNo: z.string().nullable() })),
        taskNo: z.string().nullable(),
      }),
    }),
    template: get({
      title: { zh: '导入模板', en: 'Import template' },
      access: 'import',
      answer: 'file',
      rowless: 'a template',
    }),
    'batch-sales': get({
      title: { zh: '批次上架情况', en: 'Sales of batches' },
      access: 'view',
      input: z.object({ batchNos: z.string().max(2000).transform(splitBatchNos) }),
      data: z.array(z.object({ batchNo: z.string(), onSale: z.int(), kinds: z.array(batchKind) })),
    }),
    batches: get({
      title: { zh: '批次汇总', en: 'Batches' },
      access: 'view',
      input: listQuery(batchFields),
      data: pageOf(rowSchema(batchFields)),
    }),
  },
  extras: {
    cost: { zh: '查看成本', en: 'View costs' },
    plain: { zh: '查看完整号码', en: 'View full numbers' },
    'bulk-upload': { zh: '超大文件导入', en: 'Import very large files' },
  },
});
