import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import { search } from '@trade-assistant/contract/areas/desk/search.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useLocale } from '../../kit/i18n.ts';
import { routeName } from '../navigation/route-names.ts';
import { closeOverlay } from '../search/overlays.ts';
import type { Result } from '../search/result-list.tsx';

/** One character would match too many records. */
const SHORTEST = 2;
const PAUSE_MILLIS = 150;
/** Actions are offered while few records are found. */
const FEW = 3;

/** Returns the way to the history of a whole number. */
function numberResults(keyword: string, locale: Locale, open: (address: string) => () => void): readonly Result[] {
  const digits = keyword.replace(/[\s().-]/g, '');
  if (!/^\+?[1-9]\d{9,14}$/.test(digits)) return [];
  const address = `/desk/number-history/index?${new URLSearchParams({ number: digits })}`;
  const title = routeName('number-history')?.[locale] ?? '';
  return [
    {
      key: 'number-history',
      title: keyword,
      heading: title,
      icon: <FileTextOutlined aria-hidden />,
      choose: open(address),
    },
  ];
}

/** Returns the records that a query finds in all lists the reader may see, with the actions that few of them allow. */
export function useRecordResults(query: string): { readonly results: readonly Result[]; readonly isBusy: boolean } {
  const locale = useLocale();
  const navigate = useNavigate();
  const keyword = query.trim();
  const [asked, setAsked] = useState(keyword);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(keyword), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [keyword]);
  const isLongEnough = keyword.length >= SHORTEST;
  const { data = [], isFetching } = useCall(
    search,
    'records',
    { keyword: asked },
    { enabled: asked.length >= SHORTEST, keepPrevious: true },
  );
  if (!isLongEnough) return { results: [], isBusy: false };
  const open = (address: string) => () => {
    closeOverlay();
    void navigate(address);
  };
  const results = data.flatMap(({ screen, id, title, name, note, actions }): Result[] => {
    const address = `/${screen}/index?record=${id}`;
    const record = { key: `record:${screen}:${id}`, title: name, note, heading: title, choose: open(address) };
    const acts = (data.length <= FEW ? actions : []).map(
      (action): Result => ({
        key: `${record.key}:${action.call}`,
        title: locale === 'zh' ? `${action.title}：${name}` : `${action.title}: ${name}`,
        icon: <ThunderboltOutlined aria-hidden />,
        heading: title,
        choose: open(`${address}&act=${action.call}`),
      }),
    );
    return [{ ...record, icon: <FileTextOutlined aria-hidden /> }, ...acts];
  });
  return { results: [...numberResults(keyword, locale, open), ...results], isBusy: isFetching || asked !== keyword };
}
