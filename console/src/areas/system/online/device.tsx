import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import { parseDevice } from '../../../kit/device.ts';
import { useText } from '../../../kit/i18n.ts';

/** The name of a device; its full user agent is shown on hover. */
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
