import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { audited, country, dict, readOnly, ref, shown, text, textarea, time } from '../../kit/field.ts';
import { crud, formSchema, resource } from '../../kit/resource.ts';
import { REASON_MAX, type Transitions, transitionCalls } from '../../kit/transitions.ts';
import { suppressionChannel, suppressionReason, suppressionScope, suppressionStatus } from './dictionaries.ts';

/** Most characters of pasted numbers: five thousand lines. */
const TEXT_MAX = 5000 * 32;
export const SUPPRESSION_FILE = { maxBytes: 512 * 1024 * 1024, lines: 10_000_000 } as const;

/** Where, for whom and why numbers are suppressed. */
const rule = {
  scope: dict(suppressionScope, {
    label: { zh: '范围', en: 'Scope' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: suppressionScope.is.tenant,
    // Entries of agents are for themselves and those below.
    writePermission: 'scope',
  }),
  ownerId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '归属代理', en: 'Agent' },
      search: 'equal',
      form: 'create',
      when: { field: 'scope', is: [suppressionScope.is.owner], isNeeded: true },
      writePermission: 'scope',
    },
  ),
  channel: dict(suppressionChannel, {
    label: { zh: '渠道', en: 'Channel' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: suppressionChannel.is.all,
  }),
  reason: dict(suppressionReason, {
    label: { zh: '原因', en: 'Reason' },
    help: {
      zh: '“监管”条目加入后任何人都不能移除；“停止营销”只屏蔽营销消息；“屏蔽发送方”在收件人重新启用后自动移除',
      en: 'Nobody can remove entries with the reason “Regulator”; “Stopped marketing” refuses marketing only; “Blocked the sender” ends when the recipient unblocks it, unless a person entered it',
    },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: suppressionReason.is.byHand,
  }),
  sourceRef: text({
    label: { zh: '来源', en: 'Source' },
    help: { zh: '例如工单号、来函编号', en: 'Such as a ticket or the number of a letter' },
    max: 255,
    list: true,
    search: 'equal',
    form: 'create',
    width: 160,
  }),
};

const fields = {
  number: textarea({
    label: { zh: '号码', en: 'Number' },
    help: {
      zh: '每行一个，任意写法，带国家码，或 WhatsApp 用户 ID（如 US.13491208655302741918）；保存后只保留摘要和末四位',
      en: 'One per line in any notation, with the country code, or a WhatsApp user ID such as US.13491208655302741918; only a digest and the last digits are kept',
    },
    max: TEXT_MAX,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    width: 160,
  }),
  ...rule,
  effectiveTime: time({
    label: { zh: '生效时间', en: 'In force from' },
    emptyMeans: { zh: '立即', en: 'At once' },
    list: 'hidden',
    search: 'range',
    form: 'create',
  }),
  expireTime: time({
    label: { zh: '失效时间', en: 'Expires' },
    help: { zh: '退订和监管条目永久有效', en: 'Opt-outs and entries of a regulator never expire' },
    emptyMeans: { zh: '永久', en: 'Never' },
    list: true,
    search: 'range',
    form: 'create',
  }),
  ...readOnly({
    ownerName: text({ label: { zh: '归属代理', en: 'Agent' }, max: 64, list: true, width: 140 }),
    status: dict(suppressionStatus, { label: { zh: '状态', en: 'Status' }, required: true, list: true, search: 'in' }),
    removeReason: text({
      label: { zh: '移除原因', en: 'Removal reason' },
      max: REASON_MAX,
      list: 'hidden',
      width: 160,
    }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '加入时间', en: 'Added' }, list: true }),
};

const transitions = {
  lift: {
    title: { zh: '移除', en: 'Remove' },
    from: [suppressionStatus.is.active],
    to: suppressionStatus.is.removed,
    access: 'delete',
    reason: 'required',
    isDangerous: true,
  },
} as const satisfies Transitions;

/** The form of an import. */
export const suppressionImport = {
  ...rule,
  expireTime: fields.expireTime,
  countryCode: country({
    label: { zh: '号码国家', en: 'Country of the numbers' },
    help: { zh: '号码不含国家码时选择', en: 'Only for numbers without their country code' },
  }),
};

/** Result of an import, as its task keeps it. */
export const suppressionReport = z.object({
  totalLines: z.int(),
  goodLines: z.int(),
  rejectedLines: z.int(),
  added: z.int(),
  /** Valid numbers that were in force with the same scope, channel and reason, or several times in the file. */
  existing: z.int(),
  /** Refused lines by reason; codes of the dictionary `number_reject`. */
  reasons: z.array(z.object({ code: z.int(), count: z.int() })),
  /** The first refused lines, masked. */
  problems: z.array(z.object({ lineNo: z.int(), text: z.string(), code: z.int() })),
});
export type SuppressionReport = z.output<typeof suppressionReport>;

/** Numbers that are never checked, messaged or exported. */
export const suppression = resource('compliance/suppression', {
  title: { zh: '屏蔽名单', en: 'Suppression list' },
  help: {
    zh: '名单中的号码不检测、不发送、不导出，也不收费',
    en: 'Numbers that are never checked, messaged or exported, and cost nothing',
  },
  empty: { zh: '还没有屏蔽号码，可以新增或导入', en: 'No suppressed numbers yet; add or import them' },
  nameField: 'number',
  defaultSort: '-createTime',
  stateField: 'status',
  transitions,
  fields,
  extras: { scope: { zh: '全平台、租户及其他代理的条目', en: 'Entries for all, the tenant and other agents' } },
  numbers: [
    {
      call: 'list',
      shows: ['status', 'reason', 'scope', 'ownerName', 'channel', 'sourceRef', 'expireTime', 'removeReason'],
    },
  ],
  calls: {
    ...crud(fields, ['list', 'counts', 'detail', 'save', 'export', 'timeline']),
    ...transitionCalls(transitions),
    import: post({
      title: { zh: '导入', en: 'Import' },
      access: 'import',
      upload: { maxBytes: SUPPRESSION_FILE.maxBytes, kinds: ['text', 'zip', 'xlsx'] },
      input: formSchema(suppressionImport, 'create'),
      data: z.object({ taskNo: z.string() }),
    }),
  },
});
