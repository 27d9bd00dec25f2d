import { type ReactNode, useState } from 'react';
import { useText } from './i18n.ts';
import { LoadGuard } from './lazy-with-retry.tsx';

/**
 * Wraps a lazily loaded part of a page (a chart, a control, an editor): when loading fails, its place shows an error
 * with a retry, and the rest of the page stays usable.
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
