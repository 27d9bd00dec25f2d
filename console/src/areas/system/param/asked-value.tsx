import type { param } from '@trade-assistant/contract/areas/system/param.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';

/** The weaker value of a guarded parameter that waits for a second person, and the way to its request. */
export function AskedValue({ row: { approvalId, askedValue } }: { row: WireRowOf<typeof param> }) {
  const t = useText();
  if (!approvalId) return null;
  return (
    <div>
      <Link to={`/desk/approval/index?record=${approvalId}`}>
        {t({ zh: '待复核：{value}', en: 'Waiting for approval: {value}' }, { value: askedValue ?? '' })}
      </Link>
    </div>
  );
}
