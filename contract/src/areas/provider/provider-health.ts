import { z } from 'zod';
import { id } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

/** Result of a probe, with the error as the provider or the connection gave it. */
export const probed = z.object({ succeeded: z.boolean(), millis: z.int(), problem: z.string().nullable() });

/** Webhook of a bot as Telegram has it; `problem` when Telegram cannot be asked. */
export const botWebhook = z.object({
  address: z.string(),
  /** Whether it is the address of this system. */
  isOurs: z.boolean(),
  /** Updates that wait. */
  pending: z.int(),
  lastError: z.string().nullable(),
  lastErrorTime: time().nullable(),
  problem: z.string().nullable(),
});

/** How a provider does. Times in milliseconds; rates in numbers a second. */
export const health = z.object({
  score: z.int(),
  /** What was subtracted from 100, by `healthPart`; `figure` is the measured value, such as `3.4 %`. */
  parts: z.array(z.object({ part: z.int(), points: z.int(), figure: z.string() })),
  /** Of the last one to two minutes. */
  rateNow: z.number(),
  rateLimit: z.number(),
  /** Upper limits of durations in the last hour; null without exchanges. */
  p50Millis: z.int().nullable(),
  p95Millis: z.int().nullable(),
  /** Exchanges by `providerOutcome`. */
  outcomes: z.array(z.object({ outcome: z.int(), hour: z.int(), day: z.int() })),
  inFlight: z.int(),
  inDoubt: z.int(),
  /** Receipts about messages. */
  receipts: z.object({
    /** Receipts of the last 72 hours that match no message. */
    unmatched: z.int(),
    /** Receipts of the last day that matched only in another form of their ids. */
    misread: z.int(),
    /** The form of ids, by `smppIdForm`, in which more of them would match; null: none. */
    idForm: z.int().nullable(),
  }),
  breaker: z.int(),
  breakerUntil: time().nullable(),
  breakerReason: z.string().nullable(),
  lastError: z.string().nullable(),
  lastErrorTime: time().nullable(),
  /** Changes of the breaker, newest first. */
  timeline: z.array(
    z.object({
      time: time(),
      userName: z.string().nullable(),
      event: z.string(),
      from: z.int().nullable(),
      to: z.int(),
      reason: z.string().nullable(),
    }),
  ),
});

/** Binds of an SMPP account. */
export const binds = z.object({
  /** Parts a second over all binds, as agreed and as borne now. */
  rateLimit: z.int(),
  rateNow: z.number(),
  binds: z.array(
    z.object({
      bindNo: z.int(),
      /** By `smppBindState`. */
      state: z.int(),
      since: time(),
      /** The host of the node that holds it. */
      node: z.string().nullable(),
      /** End of the pause that the SMSC asked for by throttling. */
      pausedUntil: time().nullable(),
      /** Of the next attempt to connect. */
      nextTryTime: time().nullable(),
      lastError: z.string().nullable(),
      lastErrorTime: time().nullable(),
    }),
  ),
});

/** Whom a test message goes to, and the address that the recipient sees. */
export const learnFields = {
  phone: z.string().trim().min(6).max(24),
  sender: z.string().trim().min(1).max(16),
};

/** The last run of `learn`; null for none. */
export const learning = z
  .object({
    /** By `smppLearningState`. */
    state: z.int(),
    /** Masked. */
    phone: z.string(),
    startTime: time(),
    problem: z.string().nullable(),
    /** The submitted parts with the ids of the answers. */
    parts: z.array(z.object({ partNo: z.int(), id: z.string().nullable(), error: z.string().nullable() })),
    /** The receipts in the order in which they came. */
    receipts: z.array(z.object({ id: z.string(), state: z.string(), time: time() })),
    /** Settings that fit the received ids; null while there are too few. */
    proposal: z.object({ idForm: z.int(), receiptParts: z.int() }).nullable(),
  })
  .nullable();

/** Orders of a provider in which it reported falsely, or whose messages were overruled, of the last 30 days; newest first. */
export const falseReports = z.array(
  z.object({
    orderId: id(),
    orderNo: z.string(),
    /** The resource whose screen shows the order and its recipients. */
    resource: z.string(),
    createTime: time(),
    /** Own numbers with a result, and those for which the provider reported falsely. */
    seeds: z.int(),
    falseSeeds: z.int(),
    /** Messages that it reported as delivered or read, and those that were overruled. */
    reported: z.int(),
    overruled: z.int(),
  }),
);

export const exchanges = z.array(
  z.object({
    /** Our reference at the provider. */
    reference: z.string(),
    taskId: id(),
    taskNo: z.string(),
    /** Its number among the tasks of the background. */
    jobTaskNo: z.string(),
    /** The resource whose screen shows the task. */
    resource: z.string(),
    lines: z.int(),
    answered: z.int(),
    round: z.int(),
    /** By `exchangeState`. */
    state: z.int(),
    error: z.string().nullable(),
    createTime: time(),
    endTime: time().nullable(),
  }),
);
