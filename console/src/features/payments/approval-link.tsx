import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { Link } from 'react-router';
import { useText } from '../../kit/i18n.ts';

/** The way to the request that a second person decides about. */
export function ApprovalLink({ id }: { id: string }) {
  const t = useText();
  return (
    <p>
      <Link to={`/${approval.name}/index?record=${id}`}>
        {t({ zh: '等待第二人复核，查看申请', en: 'Awaiting approval by a second person: view request' })}
      </Link>
    </p>
  );
}
