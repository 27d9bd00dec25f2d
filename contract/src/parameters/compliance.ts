import { int, text, yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { matching } from '../kit/sentences.ts';
import { group, unit } from './words.ts';

const COUNTRIES = matching(/^(\s*[A-Z]{2}\s*(,\s*[A-Z]{2}\s*)*)?$/, {
  zh: '应为两位国家代码，用逗号分隔，例如 US, CA',
  en: 'should be two-letter country codes separated by commas, such as US, CA',
});

/** Rules about the lists of customers. */
export const complianceParameters = {
  'checks.consent': parameter(
    yes({
      label: { zh: '检测须有名单来源声明', en: 'Checks need a declaration of source' },
      help: {
        zh: '新建检测任务时须选择一份有效的名单来源声明；关闭后选填',
        en: 'New checks need a valid declaration of the source of their list; otherwise it is optional',
      },
      group: group.compliance,
      required: true,
      initial: 1,
    }),
    { isPublic: true, guard: { weaker: 'lower' } },
  ),
  'compliance.optOutWords': parameter(
    text({
      label: { zh: '自定义退订词', en: 'Own opt-out words' },
      help: {
        zh: '用逗号分隔；除内置退订词外，收到的消息全文为这些词之一时也按退订处理，适用于所有渠道',
        en: 'Separated by commas; a message that is one of them opts out, beside the built-in words, in every channel',
      },
      group: group.compliance,
      max: 2000,
      initial: '',
    }),
  ),
  'whatsapp.withoutMarketing': parameter(
    text({
      label: { zh: 'WhatsApp 不送达营销模板的国家', en: 'Countries without WhatsApp marketing' },
      help: {
        zh: '两位国家代码，用逗号分隔；发往这些国家的营销消息在新建订单时提示，并在读取名单时拒绝',
        en: 'Two-letter codes separated by commas. New orders name these countries, and marketing messages to them are refused when the list is read',
      },
      group: group.compliance,
      max: 1000,
      pattern: COUNTRIES,
      initial: 'US',
    }),
  ),
  'whatsapp.unserved': parameter(
    text({
      label: { zh: 'WhatsApp 不提供服务的国家', en: 'Countries without WhatsApp' },
      help: {
        zh: '两位国家代码，用逗号分隔；发往这些国家的消息都会被拒绝',
        en: 'Two-letter codes separated by commas. All messages to these countries are refused',
      },
      group: group.compliance,
      max: 1000,
      pattern: COUNTRIES,
      initial: 'CU, IR, KP, SY',
    }),
  ),
  'provider.wrongPercent': parameter(
    int({
      label: { zh: '自动隔离服务商的错误占比', en: 'Wrong results that isolate a provider' },
      help: {
        zh: '10 分钟内至少 20 个多余或矛盾的号码，且超过结果的这一比例时自动隔离，由人工解除；0 为不自动隔离',
        en: 'A provider with at least 20 foreign or contradictory numbers in 10 minutes, and more than this share of its results, is isolated until a person releases it; 0: never',
      },
      group: group.compliance,
      min: 0,
      max: 100,
      required: true,
      initial: 5,
    }),
    { unit: unit.percent },
  ),
} as const;
