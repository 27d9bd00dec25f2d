import { whatsappTemplate } from '@trade-assistant/contract/areas/whatsapp/template.ts';
import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const TemplatePreview = lazyWithRetry(async () => ({
  default: (await import('../../kit/messages/template-preview.tsx')).TemplatePreview,
}));
const SyncTemplates = lazyWithRetry(() => import('./template/sync-templates.tsx'));

/** Message templates of the business accounts, each as its recipients see it. */
export default resourcePage(whatsappTemplate, {
  leading: ['templateCode', 'language', 'category', 'status', 'quality', 'statusTime'],
  unmentioned: ['components', 'senderId'],
  toolbarActions: [
    {
      key: 'sync',
      label: { zh: '同步模板', en: 'Synchronise' },
      permission: 'sync',
      isPrimary: true,
      panel: ({ onClose }) => <SyncTemplates onClose={onClose} />,
    },
  ],
  notice: ({ components, language }) => (
    <InlineLoadBoundary>
      <Suspense fallback={<Skeleton active />}>
        <TemplatePreview components={components} language={language} />
      </Suspense>
    </InlineLoadBoundary>
  ),
});
