import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import { parseDevice } from '../../../kit/device.ts';
import { useText } from '../../../kit/i18n.ts';

/** What somebody sits at, as people would call it; as the browser describes itself on hover. */
export function Device({ userAgent }: { userAgent: string }) {
  const t = useText();
  const { name, isPhone } = parseDevice(userAgent);
  return (
    <span title={userAgent}>
      {isPhone ? <MobileOutlined aria-hidden /> : <DesktopOutlined aria-hidden />}{' '}
      {name || t({ zh: '未知设备', en: 'Unknown device' })}
    </span>
  );
}
