import { attach } from '@trade-assistant/contract/areas/resource/attach.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';

/** The records that show a file, each a step away. */
export function Uses({ id }: { id: string }) {
  const t = useText();
  const { data, error } = useCall(attach, 'uses', { id });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0)
    return <p className="kit-weak">{t({ zh: '没有被引用，可以删除', en: 'Not in use; can be deleted' })}</p>;
  return (
    <ul className="kit-counts">
      {data.map(({ resource, rowId, called }) => {
        const title = registry.find(({ name }) => name === resource)?.title;
        return (
          <li key={`${resource} ${rowId}`}>
            <Link to={`/${resource}/index?record=${rowId}`}>{called}</Link>
            <span className="kit-weak">{title ? t(title) : resource}</span>
          </li>
        );
      })}
    </ul>
  );
}
