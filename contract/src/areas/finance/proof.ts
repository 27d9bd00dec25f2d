import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dict, identifier, int, readOnly, text, time } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { proofResult } from './dictionaries.ts';

const fields = {
  ...readOnly({
    createTime: time({
      label: { zh: '核对时间', en: 'Checked at' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    ok: dict(proofResult, { label: { zh: '结果', en: 'Result' }, required: true, list: true, search: 'equal' }),
    mismatchCount: int({ label: { zh: '不符项', en: 'Mismatches' }, required: true, list: true }),
    journalCount: int({ label: { zh: '凭证数', en: 'Entries' }, required: true, list: true }),
    durationMs: int({ label: { zh: '耗时（毫秒）', en: 'Duration (ms)' }, required: true, list: true }),
    operatorName: text({ label: { zh: '发起人', en: 'Started by' }, max: 64, required: true, list: true, width: 120 }),
    lastJournalId: identifier({
      label: { zh: '截至凭证', en: 'Up to entry' },
      help: { zh: '根值覆盖到这张凭证', en: 'The root covers everything up to this entry' },
      max: 20,
      list: 'hidden',
    }),
    root: identifier({
      label: { zh: '根值', en: 'Root' },
      help: {
        zh: '全部钱包链尾的摘要，抄存在数据库之外，日后可比对',
        en: 'Digest of the chain ends of all wallets: save a copy outside the database and compare it later',
      },
      max: 64,
      list: true,
    }),
  }),
};

/** A root as people keep it: alone, or behind the number of the last journal it covers. */
const kept = z
  .string()
  .trim()
  .regex(
    matching(/^(\d{1,18}[:\s]\s*)?[0-9a-fA-F]{64}$/, {
      zh: '应为 64 位十六进制根值，前面可带凭证编号和冒号，例如 128:9f2c…',
      en: 'should be a root of 64 hexadecimal digits, optionally with the entry number and a colon in front, such as 128:9f2c…',
    }),
  );

/** A mismatch, and the record concerned if it still exists. */
const finding = z.object({
  check: z.string(),
  /** As the proof names it. */
  key: z.string(),
  expected: z.string(),
  actual: z.string(),
  tenantId: z.string().nullable(),
  userId: id().nullable(),
  userName: z.string().nullable(),
  walletKind: z.int().nullable(),
  journalNo: z.string().nullable(),
  holdNo: z.string().nullable(),
});

/** The proof of the books: every balance, chain and total computed again from the entries, across all tenants. */
export const financeProof = resource('finance/proof', {
  title: { zh: '账务核对', en: 'Ledger verification' },
  help: {
    zh: '每晚由分录重算全部余额与链；核对不符时暂停提现',
    en: 'Balances and chains are recalculated nightly; payouts pause on any mismatch',
  },
  empty: { zh: '还没有核对记录，点“立即核对”开始第一次', en: 'No verification yet: start with “Check now”' },
  nameField: 'createTime',
  defaultSort: '-createTime',
  stateField: 'ok',
  isPlatformWide: true,
  fields,
  calls: {
    ...crud(fields, ['list', 'counts', 'detail']),
    /** The mismatches: at most the first 200. */
    findings: get({
      title: { zh: '不符项', en: 'Mismatches' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.array(finding),
    }),
    /** The state of the last verification, which decides about the warning. */
    state: get({
      title: { zh: '核对状态', en: 'Verification status' },
      access: 'view',
      data: z.object({
        id: id().nullable(),
        time: timeSchema().nullable(),
        ok: z.boolean(),
        mismatchCount: z.int(),
        /** Older than `finance.proofHours`; before the first, the first journal is. */
        isLate: z.boolean(),
        maxHours: z.int(),
      }),
    }),
    /** Verifies everything now, as a task of the caller. */
    run: post({
      title: { zh: '立即核对', en: 'Check now' },
      access: 'run',
      perMinute: 6,
      data: z.object({ taskNo: z.string() }),
    }),
    /**
     * Compares a root kept outside with the recorded one and with the current ledger. Without the journal's number it
     * uses that of the recorded run.
     */
    compare: get({
      title: { zh: '比对根值', en: 'Compare a saved root' },
      access: 'view',
      perMinute: 12,
      input: z.object({ kept }),
      data: z.object({
        /** same: the books still come to it; changed: they do not; unknown: no proof has recorded this root. */
        outcome: z.enum(['same', 'changed', 'unknown']),
        journalId: z.string().nullable(),
        /** The ledger's current total up to that journal. */
        now: z.string().nullable(),
        /** The total recorded at that journal. */
        recorded: z.string().nullable(),
        proofId: id().nullable(),
        proofTime: timeSchema().nullable(),
      }),
    }),
  },
});
