import { type ReactNode, useState } from 'react';
import { useText } from './i18n.ts';
import { LoadGuard } from './lazy-with-retry.tsx';

/**
 * Around a piece that is a part of its page (a chart, a control, an editor): when it cannot be loaded its place says so and
 * offers another try, and the page goes on.
 */
export function InlineLoadBoundary({ children }: { children: ReactNode }) {
  const t = useText();
  const [isMissing, setMissing] = useState(false);
  if (!isMissing) return <LoadGuard onFailed={() => setMissing(true)}>{children}</LoadGuard>;
  return (
    <span className="kit-missing" role="alert">
      {t({ zh: '没有加载成功', en: 'Could not be loaded' })}
      <button type="button" className="kit-link" onClick={() => setMissing(false)}>
        {t({ zh: '重试', en: 'Retry' })}
      </button>
    </span>
  );
}
