import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { Suspense, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { relativeTime } from '../../../kit/fields/time.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';

const TakeoverPanel = lazyWithRetry(() => import('./takeover-panel.tsx'));

/** Offers the delivered arrangement of the menu to an installation with another one, and later its undoing. */
export default function TakeoverNotice() {
  const t = useText();
  const locale = useLocale();
  const { data } = useCall(menu, 'arrangement', {}, { staleMillis: 0, keepPrevious: true });
  const [isOpen, setOpen] = useState(false);
  if (!data || data.state === 'delivered') return null;
  const isTaken = data.state === 'taken';
  return (
    <>
      <Alert
        role="note"
        type={isTaken ? 'success' : 'info'}
        showIcon
        className="kit-alert"
        title={
          isTaken
            ? t(
                { zh: '新排列使用中：{who}，{time}', en: 'The new arrangement is in use: {who}, {time}' },
                { who: data.takenBy || '—', time: data.takenTime ? relativeTime(data.takenTime, locale) : '—' },
              )
            : t({ zh: '有新的菜单排列可用', en: 'A new arrangement of the menu is available' })
        }
        description={
          isTaken
            ? undefined
            : t({
                zh: '按工作而不是按数据分组；代理有自己的菜单。启用前菜单不变，启用后可以撤销，权限不受影响',
                en: 'Grouped by work instead of by table; agents get a menu of their own. Nothing changes until you take it over, you can undo it, and permissions stay',
              })
        }
        action={
          <Button type={isTaken ? 'default' : 'primary'} onClick={() => setOpen(true)}>
            {isTaken ? t({ zh: '撤销…', en: 'Undo…' }) : t({ zh: '预览', en: 'Preview' })}
          </Button>
        }
      />
      {isOpen && (
        <DialogLoadBoundary onFailed={() => setOpen(false)}>
          <Suspense>
            <TakeoverPanel onClose={() => setOpen(false)} />
          </Suspense>
        </DialogLoadBoundary>
      )}
    </>
  );
}
