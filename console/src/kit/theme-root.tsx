import useToken from 'antd/es/theme/useToken';
import type { ReactNode } from 'react';

/**
 * Makes the theme's variables (`--ant-color-text` …) known to everything inside it: what Ant Design's `App` does, without
 * the dialogs it brings along. Place inside `ConfigProvider`.
 */
export function ThemeRoot({ className = '', children }: { className?: string; children: ReactNode }) {
  const [, , , , variables] = useToken();
  return <div className={`${className} ${variables?.key ?? ''}`}>{children}</div>;
}
