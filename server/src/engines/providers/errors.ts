import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const providerErrors = defineErrors({
  PROVIDER_PLAIN: {
    status: 400,
    zh: '服务地址应以 https:// 开头；不加密的地址只在系统设置 PRIVATE_ENDPOINTS 允许内网地址时可用',
    en: 'The service address must start with https://; plain HTTP needs the setting PRIVATE_ENDPOINTS',
  },
});
