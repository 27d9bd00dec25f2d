import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const complianceErrors = defineErrors({
  SUPPRESSION_FIXED: { status: 403, zh: '监管条目不能移除', en: 'Entries of a regulator cannot be removed' },
  SUPPRESSION_NEVER_EXPIRES: {
    status: 400,
    zh: '退订和监管条目永久有效，请清空失效时间',
    en: 'Opt-outs and entries of a regulator never expire; leave the end empty',
  },
  SUPPRESSION_PLATFORM: {
    status: 403,
    zh: '仅平台可以加入全平台条目',
    en: 'Only the platform can add entries for all tenants',
  },
  SUPPRESSION_STAFF: {
    status: 400,
    zh: '监管和法务条目只能由工作人员登记，请选择其他原因',
    en: 'Only staff enter requests of a regulator and legal ones; choose another reason',
  },
  SUPPRESSION_OWNER: { status: 400, zh: '请选择代理', en: 'Choose an agent' },
  SUPPRESSION_NUMBERS: {
    status: 400,
    zh: '{n} 个号码或用户 ID 有误：{list}',
    en: '{n} invalid numbers or user IDs: {list}',
  },
  CASE_APPEAL_LATE: { status: 400, zh: '申诉期已过', en: 'The time for an appeal has ended' },
  CASE_SECOND_PERSON: {
    status: 403,
    zh: '申诉须由结案人以外的人复核',
    en: 'Somebody other than the person who closed the case must decide the appeal',
  },
  QUIET_HOURS_EMPTY: { status: 400, zh: '开始与结束不能相同', en: 'Start and end must differ' },
  CONSENT_REQUIRED: { status: 400, zh: '请先完成名单来源声明', en: 'Declare the source of the list first' },
  CONSENT_EXPIRED: { status: 400, zh: '名单来源声明已过期', en: 'The declaration of source has expired' },
  CONSENT_AGENTS_ALONE: { status: 403, zh: '仅代理可以提交声明', en: 'Only agents can declare the source of a list' },
  CONSENT_NOT_AGREED: { status: 400, zh: '请确认声明内容', en: 'Please confirm the declaration' },
  CONSENT_PROOF_MISSING: { status: 400, zh: '请上传证明文件', en: 'Add a proof' },
  CONSENT_PROOF_GONE: {
    status: 400,
    zh: '证明文件已失效，请重新上传',
    en: 'A proof has expired; please upload it again',
  },
  CONSENT_CHANNELS: { status: 400, zh: '请选择适用渠道', en: 'Choose a channel' },
  CONSENT_DATE: {
    status: 400,
    zh: '有效期应在今天至 12 个月内',
    en: 'The last day should be within the next twelve months',
  },
});

export type ComplianceError = keyof typeof complianceErrors.declarations;

/** Returns an error shown at a field of the form. */
export function atField(field: string, name: ComplianceError, params: Record<string, string | number> = {}) {
  const error = complianceErrors[name](params as never);
  return complianceErrors[name](params as never, {
    fields: [{ field, message: { zh: error.say('zh'), en: error.say('en') } }],
  });
}
