import { int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Exports, messages and text messages. */
export const sendingParameters = {
  'export.maxRows': parameter(
    int({
      label: { zh: '一次导出的行数上限', en: 'Rows of one export' },
      help: { zh: '超出时须增加筛选条件', en: 'Above it users must add filters' },
      group: group.lists,
      min: 100,
      max: 100_000,
      required: true,
      initial: 100_000,
    }),
    { unit: unit.rows },
  ),
  'report.seconds': parameter(
    int({
      label: { zh: '报表运行时限', en: 'Time limit of reports' },
      help: { zh: '超出后中止，并提示缩小范围', en: 'A report that takes longer is stopped' },
      group: group.lists,
      min: 1,
      max: 60,
      required: true,
      initial: 20,
    }),
    { unit: unit.seconds },
  ),
  'export.stepUpRows': parameter(
    int({
      label: { zh: '大量导出的行数', en: 'Large export' },
      help: {
        zh: '一次导出超过这么多行时，开启了两步验证的账号须再次验证',
        en: 'Above this number of rows, users with two-step verification must verify again',
      },
      group: group.lists,
      min: 1,
      max: 100_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.rows, guard: { weaker: 'higher' } },
  ),
  'export.approvalRows': parameter(
    int({
      label: { zh: '导出须复核的行数', en: 'Exports that need a second person' },
      help: {
        zh: '平台人员一次或 24 小时内合计导出超过这么多行，须由另一人复核；0 为不限',
        en: 'Above this number of rows at once or in 24 hours, staff exports need a second person; 0: no limit',
      },
      group: group.lists,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 20_000,
    }),
    { unit: unit.rows, guard: { weaker: 'higher', zeroIsNoLimit: true } },
  ),
  'export.reasonAbove': parameter(
    int({
      label: { zh: '下载号码须填原因', en: 'Downloads that need a reason' },
      help: { zh: '平台人员一次下载超过此数须说明原因', en: 'Staff must enter a reason for larger downloads' },
      group: group.lists,
      min: 0,
      max: 1_000_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.numbers },
  ),
  'message.perMinute': parameter(
    int({
      label: { zh: '每人每分钟发送消息上限', en: 'Messages per user and minute' },
      group: group.lists,
      min: 1,
      max: 600,
      required: true,
      initial: 20,
    }),
    { unit: unit.messages },
  ),
  'sms.perPhoneMinute': parameter(
    int({
      label: { zh: '同一手机号每分钟短信上限', en: 'Texts per phone and minute' },
      group: group.sms,
      min: 1,
      max: 600,
      required: true,
      initial: 2,
    }),
    { unit: unit.messages },
  ),
  'sms.perPhoneDay': parameter(
    int({
      label: { zh: '同一手机号 24 小时短信上限', en: 'Texts per phone in 24 hours' },
      group: group.sms,
      min: 1,
      max: 100_000,
      required: true,
      initial: 10,
    }),
    { unit: unit.messages },
  ),
  'sms.perDay': parameter(
    int({
      label: { zh: '24 小时短信总上限', en: 'Texts in 24 hours' },
      help: {
        zh: '超出后不再发送，避免密钥泄露造成损失',
        en: 'No further texts are sent; limits the damage of a stolen key',
      },
      group: group.sms,
      min: 1,
      max: 10_000_000,
      required: true,
      initial: 10_000,
    }),
    { unit: unit.messages },
  ),
};
