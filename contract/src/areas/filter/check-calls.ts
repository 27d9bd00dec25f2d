import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import type { Dictionary } from '../../kit/dictionary.ts';
import { dict } from '../../kit/field.ts';
import { columnNo } from '../../kit/inspect.ts';
import { rowSchema } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { resultsWanted } from '../../number-dictionaries.ts';
import { countryCode, inspectTaskList, oneTask, taskName, taskRemark } from '../../tasks/calls.ts';
import { eventsCall } from '../../tasks/events.ts';
import { IMPORT_LIMITS } from '../whatsapp/import-report.ts';
import { checkLineFields } from './check-fields.ts';
import { activePeriod, checkInput, checkMode } from './dictionaries.ts';

/** Most characters of a pasted list: five thousand lines. */
const TEXT_MAX = 5000 * 64;

/** One of the values of a dictionary, as a parameter of a call. */
const oneOf = (dictionary: Dictionary) => dict(dictionary, { label: { zh: '', en: '' }, required: true }).schema;

const countryNeeded = localizedRule({ zh: '请选择国家', en: 'should be a country' });

/** Most lines of a list, with the permission for very large ones. */
const LINES_MAX = IMPORT_LIMITS.bulk.lines;

/** Lines of a task as a screen shows and a file contains them. */
const linesWanted = {
  results: resultsWanted,
  /** Whole numbers, or first or last digits. */
  number: z.string().trim().max(64).optional(),
};

/** The calls of number checks of a channel beside the standard ones. */
export const checkCalls = (filterType: Dictionary) => {
  const kind = {
    filterType: oneOf(filterType),
    activePeriod: oneOf(activePeriod).default(0),
  };
  return {
    inspect: inspectTaskList(IMPORT_LIMITS.bulk.bytes),
    'create-order': post({
      title: { zh: '新建检测任务', en: 'New check' },
      access: 'create',
      input: z.object({
        taskName: taskName.optional(),
        agentId: id().optional(),
        countryCode,
        ...kind,
        checkMode: oneOf(checkMode).default(checkMode.is.live),
        consentId: id().optional(),
        inputMode: oneOf(checkInput).optional(),
        fileId: id().optional(),
        column: columnNo.optional(),
        numbers: z.string().max(TEXT_MAX).optional(),
        /** The task whose numbers are checked again. */
        taskId: id().optional(),
        /** The unit price shown to the customer; a higher one is refused as PRICE_CHANGED. */
        expectedUnitPrice: amount().optional(),
        remark: taskRemark.optional(),
      }),
      data: z.object({ id: id(), taskNo: z.string(), jobTaskNo: z.string(), status: z.int() }),
    }),
    update: post({
      title: { zh: '更新任务', en: 'Change task' },
      access: 'edit',
      input: z.object({
        id: id(),
        /** 5 cancels; others, as a row is read, change nothing. */
        status: z.int().optional(),
        action: z.enum(['PAUSE', 'RESUME', 'RETRY_PAY', 'PURGE']).optional(),
        taskName: taskName.min(1).optional(),
        remark: taskRemark.nullish(),
        priority: z.int().min(1).max(9).optional(),
        reason: z.string().trim().max(255).optional(),
        /** With RETRY_PAY: the unit price shown to the customer; a higher one is refused as PRICE_CHANGED. */
        expectedUnitPrice: amount().optional(),
        /** With RESUME: another declaration of source, for a task whose own is no longer valid. */
        consentId: id().optional(),
      }),
      data: z.undefined(),
    }),
    'upgrade-task': post({
      title: { zh: '升级检测', en: 'Upgrade' },
      access: 'create',
      input: z.object({ id: id(), ...kind }),
      data: z.object({ lines: z.int() }),
    }),
    price: get({
      title: { zh: '检测报价', en: 'Price of a check' },
      access: 'view',
      input: z
        .object({
          countryCode: countryCode.optional(),
          country: countryCode.optional(),
          ...kind,
          checkMode: oneOf(checkMode).default(checkMode.is.live),
          quantity: z.coerce.number().int().min(1).max(LINES_MAX).default(1),
          agentId: id().optional(),
          /** The task that is upgraded: the difference to its price. */
          taskId: id().optional(),
        })
        .refine((given) => (given.countryCode ?? given.country) !== undefined, {
          ...countryNeeded,
          path: ['countryCode'],
        }),
      data: z.object({
        /** Numbers it is for: of an upgrade, those that it would check. */
        quantity: z.int(),
        unitPrice: amount(),
        /** Of a result of the last 30 days (mode 1); null where none is sold. */
        cachedUnitPrice: amount().nullable(),
        /** Numbers paid by packages, and the money for the others. */
        packageUnits: z.int(),
        total: amount(),
        currency: z.string(),
        minQty: z.int(),
        minAmount: amount(),
        balance: amount(),
        enough: z.boolean(),
        priceVersion: z.int(),
        tiers: z.array(z.object({ from: z.int(), price: amount() })),
        estimatedSeconds: z.int(),
        /** 1 a provider, 3 the sandbox; null: nobody can check this now. */
        evidenceAvailable: z.int().nullable(),
      }),
    }),
    /** Lines in the order of the list, from a place on: after a known line, or after so many that match. */
    lines: get({
      title: { zh: '检测明细', en: 'Lines' },
      access: 'view',
      input: oneTask.extend({
        ...linesWanted,
        after: z.coerce.number().int().min(0).max(LINES_MAX).default(0),
        skip: z.coerce.number().int().min(0).max(LINES_MAX).default(0),
        size: z.coerce.number().int().min(1).max(500).default(100),
      }),
      data: z.object({ records: z.array(rowSchema(checkLineFields)) }),
    }),
    events: eventsCall,
    download: get({
      title: { zh: '下载结果', en: 'Download results' },
      access: 'download',
      input: oneTask.extend(linesWanted),
      answer: 'file',
    }),
  };
};
