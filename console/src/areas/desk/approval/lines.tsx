import type { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';

/** What a request is about, one by one, each leading to its record. */
export function Lines({ lines }: { lines: WireRowOf<typeof approval>['lines'] }) {
  const t = useText();
  return (
    <table className="kit-lines">
      <thead>
        <tr>
          <th>{t({ zh: '对象', en: 'For' })}</th>
          <th data-align="right">{t({ zh: '变动', en: 'Change' })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, route, note }) => (
          <tr key={`${route} ${note} ${typeof name === 'string' ? name : name.en}`}>
            <td>
              <Link to={route}>{typeof name === 'string' ? name : t(name)}</Link>
            </td>
            <td data-align="right" className="kit-number">
              {note}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
