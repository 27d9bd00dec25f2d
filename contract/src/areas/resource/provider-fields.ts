import { dictionary } from '../../kit/dictionary.ts';
import { matching } from '../../kit/sentences.ts';

/** Of a tenant's storages, and of its SMS providers, one at most is on. */
export const providerStatus = dictionary('provider_status', {
  off: { value: 1, zh: '未启用', en: 'Off', tone: 'off' },
  on: { value: 2, zh: '启用', en: 'On', tone: 'good' },
});

/** The name a cloud gives to one of its regions. */
export const REGION = matching(/^[a-zA-Z0-9-]{1,64}$/, {
  zh: '应为区域名称，例如 cn-hangzhou',
  en: 'should be a region name such as cn-hangzhou',
});
