import { int } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { group, unit } from './words.ts';

/** Senders of text messages, and rules about their texts. */
export const textMessageParameters = {
  'sms.complaintRate': parameter(
    int({
      label: { zh: '冻结短信号码的投诉率（每万条）', en: 'Complaints that freeze an SMS sender (per 10,000)' },
      help: {
        zh: '近 7 天每一万条短信的退订数超过此值时自动冻结号码；30 即 0.3 %',
        en: 'A sender with more opt-outs per 10,000 texts in 7 days is frozen; 30 is 0.3 %',
      },
      group: group.compliance,
      min: 1,
      max: 10_000,
      required: true,
      initial: 30,
    }),
    { guard: { weaker: 'higher' } },
  ),
  'sms.complaintTexts': parameter(
    int({
      label: { zh: '计算投诉率的最少短信数', en: 'Texts needed to judge complaints' },
      help: { zh: '近 7 天短信少于此数的号码不自动冻结', en: 'Senders with fewer texts in 7 days are not frozen' },
      group: group.compliance,
      min: 1,
      max: 1_000_000,
      required: true,
      initial: 1000,
    }),
    { unit: unit.messages, guard: { weaker: 'higher' } },
  ),
} as const;
