import { type approval, approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';

type Words = WireRowOf<typeof approval>['lines'][number]['name'];

/** The items of a request, each with a link to its record. */
export function Lines({ lines, kind }: Pick<WireRowOf<typeof approval>, 'lines' | 'kind'>) {
  const t = useText();
  const said = (words: Words) => (typeof words === 'string' ? words : t(words));
  const isQuestion = kind === approvalKind.is.largeExport;
  if (lines.length === 0) return null;
  return (
    <table className="kit-lines" data-pairs={isQuestion || undefined}>
      <thead>
        <tr>
          <th>{isQuestion ? t({ zh: '条件', en: 'Conditions' }) : t({ zh: '对象', en: 'Applies to' })}</th>
          <th data-align="right">{isQuestion ? t({ zh: '值', en: 'Value' }) : t({ zh: '变动', en: 'Change' })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, route, note }) => (
          <tr key={`${route} ${said(note)} ${said(name)}`}>
            <td>{route === '' ? said(name) : <Link to={route}>{said(name)}</Link>}</td>
            <td data-align="right" className="kit-number">
              {said(note)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
