import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import { apiLogs } from '../../kernel/audit/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(apiLog, apiLogs, {
  scope: 'tenant',
  computed: {
    fields: ['title'],
    // Stored as `仓库号码 · 列表 / Warehouse · List`.
    fill: async ({ locale }, rows) =>
      rows.map(({ title }) => {
        const [zh = '', en = zh] = title.split(' / ');
        return { title: locale === 'zh' ? zh : en };
      }),
  },
});
