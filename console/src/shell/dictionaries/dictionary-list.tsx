import { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../kit/client/query.ts';
import { useLocale } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { Choices } from './choices.tsx';

interface DictionaryListProps {
  /** The id of a dictionary; undefined: all of them. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The dictionaries of the platform; the list beside or below shows the entries of the chosen one. */
export function DictionaryList({ chosen, onChoose }: DictionaryListProps) {
  const locale = useLocale();
  const { data, error, refetch } = useCall(dict, 'parent-list', { size: MAX_PAGE_SIZE, ascs: 'sort' });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} />;
  const items = data.records.map(({ id, code, dictValue, dictValueEn }) => ({
    key: id,
    code: code ?? '',
    name: (locale === 'en' && dictValueEn) || dictValue,
    words: `${dictValue} ${dictValueEn}`,
  }));
  return <Choices items={items} chosen={chosen} onChoose={onChoose} />;
}
