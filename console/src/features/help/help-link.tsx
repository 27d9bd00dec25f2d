import { Link } from 'react-router';
import { useNamedCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';

/** How long the list of explained screens counts as fresh. */
const FRESH_MILLIS = 10 * 60_000;

/** A link to the articles about a screen; nothing where there are none. */
export function HelpLink({ screen }: { screen: string }) {
  const t = useText();
  const { data } = useNamedCall<readonly string[]>('app-manage/instruction', 'topics', { staleMillis: FRESH_MILLIS });
  if (!data?.includes(screen)) return null;
  return <Link to={`/desk/help/index?screen=${screen}`}>{t({ zh: '使用说明', en: 'Help' })}</Link>;
}
