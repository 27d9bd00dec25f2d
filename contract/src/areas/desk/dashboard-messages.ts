import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { pageOf } from '../../kit/page.ts';
import { amount } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { during, percent, stamp } from './dashboard-parts.ts';

const messageFigures = {
  checks: z
    .object({
      ...{ tasks: z.int(), submitted: z.int(), done: z.int(), live: z.int(), vacant: z.int() },
      ...{ registered: z.int(), active: z.int(), hitRate: percent.nullable(), amount: amount() },
    })
    .nullable(),
  orders: z.object({
    ...{ count: z.int(), lines: z.int(), submitted: z.int(), delivered: z.int(), read: z.int(), failed: z.int() },
    ...{ suppressed: z.int(), deliveryRate: percent.nullable(), readRate: percent.nullable(), amount: amount() },
  }),
  numbers: z
    .object({
      ...{ available: z.int(), assigned: z.int(), connected: z.int(), flagged: z.int(), restricted: z.int() },
      ...{ qualityGreen: z.int(), qualityYellow: z.int(), qualityRed: z.int() },
    })
    .nullable(),
  seeds: z.object({ sent: z.int(), received: z.int(), mismatch: z.int(), accuracy: percent.nullable() }).nullable(),
};

/** Checks and messages of WhatsApp. */
export const messageCalls = {
  'whatsapp-stats': get({
    title: { zh: 'WhatsApp 统计', en: 'WhatsApp' },
    access: 'signed-in',
    input: z.object(during),
    /**
     * Checks and orders that were created in the time, with what became of them since; `compare` is the same of the time before. Numbers and senders as they
     * are now. Null: the reader may not see them. Rates in per cent, null without a base.
     */
    data: z.object({
      ...{ ...stamp, ...messageFigures },
      compare: z.object({ checks: messageFigures.checks, orders: messageFigures.orders }),
    }),
  }),
  'whatsapp-hourly-stats': get({
    title: { zh: 'WhatsApp 每小时', en: 'WhatsApp by hour' },
    access: 'signed-in',
    /** The day of this time; today when left out. The last 62 days are kept. */
    input: z.object({ date: time().optional() }),
    /** 24 figures by the hour of the outcome; hours to come are null. */
    data: z.object({
      ...stamp,
      date: z.string(),
      xAxis: z.array(z.string()),
      series: z.array(z.object({ name: z.string(), key: z.string(), data: z.array(z.int().nullable()) })),
      peakHour: z.int().nullable(),
      total: z.int(),
    }),
  }),
  'whatsapp-leaderboard': get({
    title: { zh: 'WhatsApp 排行', en: 'WhatsApp ranking' },
    access: 'signed-in',
    input: z.object({
      ...during,
      metric: z.enum(['checks', 'delivered', 'deliveryRate', 'approvedTasks']).default('delivered'),
      subject: z.enum(['agent', 'appUser', 'country', 'provider']).default('agent'),
      current: z.coerce.number().int().min(1).max(10_000_000).default(1),
      size: z.coerce.number().int().min(1).max(200).default(10),
    }),
    /** `deliveryRate` ranks subjects with at least 100 messages. By country, messages count as delivered when they were charged. */
    data: pageOf(
      z.object({
        rank: z.int(),
        subjectId: z.string(),
        subjectName: z.string(),
        value: z.number(),
        total: z.int(),
        rate: percent.nullable(),
        amount: amount(),
        lastTime: time().nullable(),
      }),
    ),
  }),
};
