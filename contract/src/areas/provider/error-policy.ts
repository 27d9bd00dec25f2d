import { audited, dict, duration, int, readOnly, text, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { matching } from '../../kit/sentences.ts';
import { errorPolicyClass } from '../../message-dictionaries.ts';
import { channelProtocol } from './dictionaries.ts';

const CODE = matching(/^(\d{1,9}|\d{1,9}-\d{1,9}|[1-5]xx|[A-Z][A-Z0-9_]{1,63})$/, {
  zh: '应为错误码（131026）、范围（200-299）或名称（FLOOD_WAIT）',
  en: 'should be a code (131026), a range (200-299) or a name (FLOOD_WAIT)',
});
const again = { zh: '重试', en: 'Next try' };
const WEEK_SECONDS = 604_800;

const fields = {
  protocol: dict(channelProtocol, {
    label: { zh: '渠道', en: 'Channel' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
  }),
  errorCode: text({
    label: { zh: '错误码', en: 'Error code' },
    help: { zh: '渠道返回的错误码；未登记的错误码按“失败”处理', en: 'As the channel returns it; unlisted codes fail' },
    max: 64,
    pattern: CODE,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    form: 'create',
    width: 150,
  }),
  meaning: text({ label: { zh: '含义', en: 'Meaning (Chinese)' }, max: 255, required: true, list: true, width: 260 }),
  meaningEn: text({
    label: { zh: '英文含义', en: 'Meaning' },
    max: 255,
    required: true,
    follows: 'meaning',
    list: true,
    width: 260,
  }),
  policyClass: dict(errorPolicyClass, {
    label: { zh: '处理方式', en: 'Consequence' },
    required: true,
    list: true,
    search: 'in',
    initial: errorPolicyClass.is.final,
  }),
  delaySeconds: duration({
    label: { zh: '等待', en: 'Wait' },
    help: { zh: '第一次重试或继续前的等待', en: 'Before the first next try, or before sending continues' },
    group: again,
    required: true,
    list: true,
    max: WEEK_SECONDS,
    initial: 0,
  }),
  growth: int({
    label: { zh: '等待倍数', en: 'Backoff factor' },
    help: {
      zh: '每次重试的等待乘以此数；1 表示不变',
      en: 'Each wait is this many times the previous one; 1 = constant',
    },
    group: again,
    required: true,
    list: 'hidden',
    min: 1,
    max: 10,
    initial: 1,
  }),
  triesMax: int({
    label: { zh: '最多重试', en: 'Max. attempts' },
    help: { zh: '之后按失败处理', en: 'It fails afterwards' },
    group: again,
    required: true,
    list: true,
    min: 0,
    max: 20,
    initial: 0,
  }),
  isSuppressing: yes({
    label: { zh: '加入屏蔽名单', en: 'Suppresses' },
    help: { zh: '收件人已退订：不再向其发送', en: 'The recipient opted out and is not written to again' },
    required: true,
    list: true,
    initial: 0,
  }),
  isResettable: yes({
    label: { zh: '可重置', en: 'Can be reset' },
    help: { zh: '失败的号码可以手动重置后再发', en: 'Failed lines may be reset by hand and sent again' },
    required: true,
    list: 'hidden',
    initial: 0,
  }),
  advice: text({ label: { zh: '处理建议', en: 'Advice (Chinese)' }, max: 500, list: 'hidden', width: 260 }),
  adviceEn: text({ label: { zh: '英文处理建议', en: 'Advice' }, max: 500, list: 'hidden', width: 260 }),
  reason: text({
    label: { zh: '修改原因', en: 'Reason of the change' },
    help: { zh: '修改时必填，保存在修改记录中', en: 'Needed for each change; kept in the history' },
    max: 255,
  }),
  ...readOnly({
    lastReason: text({
      label: { zh: '最近修改原因', en: 'Reason of the last change' },
      max: 255,
      required: true,
      list: 'hidden',
      width: 180,
    }),
    isBuiltIn: yes({ label: { zh: '系统内置', en: 'Built in' }, required: true, list: true, initial: 0 }),
  }),
  ...audited,
};

/** Consequences of error codes of message channels. */
export const errorPolicy = resource('provider/error-policy', {
  title: { zh: '错误处理规则', en: 'Error rules' },
  help: {
    zh: '渠道返回错误码时，号码、订单和发送号码如何处理；每次修改都需填写原因',
    en: 'What happens to the line, the order and the sender when a channel returns an error; each change needs a reason',
  },
  empty: { zh: '没有规则：所有错误按失败处理', en: 'No rules: every error fails the line' },
  nameField: 'errorCode',
  defaultSort: 'errorCode',
  stateField: 'policyClass',
  events: { create: { zh: '新增', en: 'Added' }, change: { zh: '修改', en: 'Changed' } },
  unique: [['protocol', 'errorCode']],
  fields,
  calls: crud(fields, ['list', 'counts', 'detail', 'submit', 'remove', 'timeline'], { changes: 'safeguards' }),
});
