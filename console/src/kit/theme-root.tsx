import useToken from 'antd/es/theme/useToken';
import type { ReactNode } from 'react';

/**
 * Defines the theme's variables (`--ant-color-text` …) for its content, as Ant Design's `App` does, but without its
 * dialogs. Place inside `ConfigProvider`.
 */
export function ThemeRoot({ className = '', children }: { className?: string; children: ReactNode }) {
  const [, , , , variables] = useToken();
  return <div className={`${className} ${variables?.key ?? ''}`}>{children}</div>;
}
