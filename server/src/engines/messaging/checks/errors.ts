import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const checkErrors = defineErrors({
  FILTER_TYPE_NOT_ALLOWED: { status: 400, zh: '不支持该检测类型', en: 'Check not allowed' },
  CAPABILITY_MISSING: {
    status: 400,
    zh: '当前没有可用的服务商支持该检测',
    en: 'No provider offers this check at present',
  },
  PERIOD_REQUIRED: { status: 400, zh: '请选择活跃周期', en: 'Choose the activity period' },
  LIST_REQUIRED: { status: 400, zh: '请上传文件或粘贴号码', en: 'Upload a file or paste numbers' },
  LIST_TOO_SMALL: { status: 400, zh: '低于最小数量 {n}', en: 'Below the minimum of {n} numbers' },
  UPGRADE_INVALID: {
    status: 400,
    zh: '只能升级到更深的检测类型',
    en: 'Can only upgrade to a deeper check',
  },
  CONSENT_SOURCE: {
    status: 400,
    zh: '可达检测仅限自有客户或测试号码的名单',
    en: 'This check is for lists of own customers or test numbers only',
  },
  CHECK_DAY_LIMIT: {
    status: 400,
    zh: '该检测每天最多 {max} 个号码，今天还可检测 {left} 个',
    en: 'At most {max} numbers a day for this check; {left} left today',
  },
  UPGRADE_NOTHING: { status: 400, zh: '没有可升级的号码', en: 'No number qualifies for the upgrade' },
});
