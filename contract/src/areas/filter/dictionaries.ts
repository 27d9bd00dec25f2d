import { type Dictionary, dictionary } from '../../kit/dictionary.ts';
import { filterType } from '../whatsapp/dictionaries.ts';

export { activePeriod, filterType } from '../whatsapp/dictionaries.ts';

/** The kinds of number checks of Telegram. */
export const telegramFilterType = dictionary('telegram_filter_type', {
  valid: { value: 1, zh: '号码有效', en: 'Valid' },
  reachable: { value: 2, zh: '可达检测', en: 'Reachable for verification' },
  active: { value: 3, zh: '活跃检测', en: 'Active' },
});

/** The kinds of checks of each channel from the shallowest to the deepest. */
const depths: readonly (readonly [Dictionary, readonly number[]])[] = [
  [filterType, [filterType.is.valid, filterType.is.registered, filterType.is.business, filterType.is.active]],
  [telegramFilterType, [telegramFilterType.is.valid, telegramFilterType.is.reachable, telegramFilterType.is.active]],
];

/** Returns how deep a kind of check is; an upgrade goes to a deeper one. */
export const depthOf = (kinds: Dictionary, value: number | null): number =>
  depths.find(([{ code }]) => code === kinds.code)?.[1].indexOf(value ?? 0) ?? -1;

/** Whether a kind of check looks for activity within a period. */
export const needsPeriod = (kinds: Dictionary, value: number): boolean => value === kinds.is['active'];

export const checkMode = dictionary('check_mode', {
  cached: { value: 1, zh: '缓存（30天内）', en: 'Cached (up to 30 days)' },
  live: { value: 2, zh: '实时', en: 'Live' },
});

export const checkInput = dictionary('check_input', {
  file: { value: 1, zh: '文件', en: 'File' },
  text: { value: 2, zh: '文本', en: 'Text' },
  earlier: { value: 3, zh: '上次名单', en: 'Earlier list' },
});

export const evidence = dictionary('check_evidence', {
  provider: { value: 1, zh: '服务商', en: 'Provider' },
  receipts: { value: 2, zh: '自有回执', en: 'Own receipts' },
  sandbox: { value: 3, zh: '演示通道', en: 'Demo channel' },
});

export const checkStatus = dictionary('check_task_status', {
  reading: { value: 0, zh: '解析中', en: 'Parsing', tone: 'running' },
  queued: { value: 1, zh: '待检测', en: 'Queued', tone: 'waiting' },
  running: { value: 2, zh: '检测中', en: 'Running', tone: 'running' },
  completed: { value: 3, zh: '已完成', en: 'Completed', tone: 'good' },
  partly: { value: 4, zh: '完成（含未知）', en: 'Completed, some unknown', tone: 'waiting' },
  cancelled: { value: 5, zh: '已取消', en: 'Cancelled', tone: 'off' },
  failed: { value: 6, zh: '失败', en: 'Failed', tone: 'bad' },
  upgrading: { value: 7, zh: '升级中', en: 'Upgrading', tone: 'running' },
  purged: { value: 8, zh: '名单已删除', en: 'List deleted', tone: 'off' },
  unpaid: { value: 9, zh: '待支付', en: 'Awaiting funds', tone: 'waiting' },
});

export const checkPause = dictionary('check_pause', {
  none: { value: 0, zh: '未暂停', en: 'Not paused' },
  byOwner: { value: 1, zh: '已暂停', en: 'Paused', tone: 'waiting' },
  byStaff: { value: 2, zh: '平台暂停', en: 'Paused by staff', tone: 'bad' },
  byProgram: { value: 3, zh: '待补声明', en: 'Declaration needed', tone: 'bad' },
});

/** Line types as the number plans name them. */
export const lineType = dictionary('line_type', {
  unknown: { value: 0, zh: '未知', en: 'Unknown' },
  mobile: { value: 1, zh: '手机', en: 'Mobile' },
  fixed: { value: 2, zh: '固话', en: 'Landline' },
  either: { value: 3, zh: '固话或手机', en: 'Landline or mobile' },
  voip: { value: 4, zh: 'VoIP', en: 'VoIP' },
  tollFree: { value: 5, zh: '免费', en: 'Toll-free' },
  premium: { value: 6, zh: '高费率', en: 'Premium rate' },
  personal: { value: 7, zh: '个人', en: 'Personal' },
  pager: { value: 8, zh: '寻呼', en: 'Pager' },
  other: { value: 9, zh: '其他', en: 'Other' },
});

/** Whether an account was found. */
export const foundOrNot = dictionary('found_or_not', {
  no: { value: 0, zh: '否', en: 'No' },
  yes: { value: 1, zh: '是', en: 'Yes', tone: 'good' },
  unknown: { value: 2, zh: '未知', en: 'Unknown' },
});

/** Returns the kinds of checks that are deeper than another one, the shallowest first. */
export const deeperKinds = (kinds: Dictionary, than: number | null): readonly number[] =>
  kinds.values
    .filter((value) => depthOf(kinds, value) > depthOf(kinds, than))
    .toSorted((a, b) => depthOf(kinds, a) - depthOf(kinds, b));
