import { dictionary } from '../../kit/dictionary.ts';

export const riskLevel = dictionary('risk_level', {
  low: { value: 1, zh: '低', en: 'Low', tone: 'good' },
  medium: { value: 2, zh: '中', en: 'Medium', tone: 'attention' },
  high: { value: 3, zh: '高', en: 'High', tone: 'bad' },
});
