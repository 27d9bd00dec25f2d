import { images, money, text, textarea } from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';
import { ofChecks } from './sender-fields.ts';

const CURRENCY = matching(/^[A-Z]{3,4}$/, {
  zh: '应为大写货币代码，例如 USD',
  en: 'should be a currency code in capitals such as USD',
});
const PAPERS_MAX = 6;
export const paperLimits = { kinds: ['pdf', 'jpg', 'png'], maxBytes: 10 * 1024 * 1024 } as const;
export const paperName = matching(/^\d{1,18}-[0-9a-f-]{36}\.(jpg|png|pdf)$/, {
  zh: '应为上传后得到的文件名称',
  en: 'should be the name of an uploaded file',
});
const compliance = { zh: '合规与成本', en: 'Compliance and cost' };

/** Legal basis and cost of a provider. */
export const complianceFields = {
  legalBasis: textarea({
    label: { zh: '合规依据', en: 'Legal basis' },
    help: {
      zh: '数据来源与授权；除号码状态外的能力必填',
      en: 'Source of its data and permission; needed beyond number status',
    },
    group: compliance,
    max: 1000,
    when: ofChecks,
  }),
  legalBasisDoc: images({
    label: { zh: '合规文件', en: 'Papers of the legal basis' },
    help: {
      zh: '合同、授权书等；PDF 或图片，每个不超过 10 MB',
      en: 'Contracts and permissions; PDF or pictures, up to 10 MB each',
    },
    group: compliance,
    count: PAPERS_MAX,
    when: ofChecks,
    upload: { resource: 'provider/provider', call: 'put-paper', ...paperLimits },
  }),
  unitCost: money({
    label: { zh: '单条成本', en: 'Cost per result' },
    group: compliance,
    list: 'hidden',
    least: 0n,
    readPermission: 'cost',
    writePermission: 'cost',
  }),
  costCurrency: text({
    label: { zh: '成本币种', en: 'Cost currency' },
    group: compliance,
    max: 4,
    pattern: CURRENCY,
    readPermission: 'cost',
    writePermission: 'cost',
  }),
};
