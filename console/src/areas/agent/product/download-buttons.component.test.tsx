import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { show } from '../../../testing/show.tsx';
import { DownloadButtons } from './download-buttons.tsx';

test('shows the downloads left; those by staff do not count', async () => {
  answer({ 'whatsapp/outbound/detail': () => ({ maxDownload: 5, downloadCount: 6, staffDownloadCount: 3 }) });
  await show(<DownloadButtons outboundId="4" />, { locale: 'en', permissions: ['whatsapp/outbound:view'] });
  await expect.element(page.getByText('2 downloads left')).toBeVisible();
});
