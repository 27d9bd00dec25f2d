import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { useText } from '../i18n.ts';

function ClearIcon() {
  const t = useText();
  return <CloseCircleFilled aria-label={t({ zh: '清空', en: 'Clear' })} />;
}

/** `allowClear` of a box for text. The library's own button has no name. */
export const CLEAR = { clearIcon: <ClearIcon /> };
