import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { call } from '../kit/client/call.ts';
import { queryClient } from '../kit/client/query.ts';
import { useSession } from '../kit/client/session.ts';
import { confirm, showError, showSuccess } from '../kit/feedback.tsx';
import { translate } from '../kit/i18n.ts';
import { clearStored } from '../kit/storage.ts';

/** Prefix of stored entries that may be deleted at any time. */
const CACHED = 'cache:';

/**
 * Asks, then clears the server's caches (with the permission) and this browser's cached answers, and reports it. Open
 * tabs stay and refetch. Session, drafts and preferences are kept.
 */
export async function clearCache(): Promise<void> {
  const isSure = await confirm({
    title: translate({ zh: '清除缓存？', en: 'Clear the cache?' }),
    content: translate({ zh: '打开的标签页会保留并重新获取数据。', en: 'Open tabs stay open and reload their data.' }),
    okText: translate({ zh: '清除', en: 'Clear' }),
  });
  if (isSure) await clear();
}

async function clear(): Promise<void> {
  try {
    if (useSession.getState().permissions.has('auth/oauth:clear-cache')) await call(oauth, 'clear-cache', {});
  } catch (error) {
    showError(error, () => void clear());
    return;
  }
  clearStored(CACHED);
  // Data on the screen is loaded again in place: clearing it would lose the input of open tabs.
  queryClient.removeQueries({ type: 'inactive' });
  await queryClient.invalidateQueries();
  showSuccess({ zh: '清除完毕', en: 'Cache cleared' });
}
