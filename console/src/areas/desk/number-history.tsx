import { numberHistory } from '@trade-assistant/contract/areas/desk/number-history.ts';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { NumberEvents } from './number-history/events.tsx';

const NAMES = ['number', 'resource', 'row', 'line'] as const;

/** Everything known about one number, found by the number or opened from a row that shows it. */
export default function NumberHistory() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const asked = Object.fromEntries(NAMES.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
  const [typed, type] = useState(asked['number'] ?? '');
  const isAsked = Object.keys(asked).length > 0;
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(numberHistory.title)}</h1>
        <span className="kit-weak">
          {t({
            zh: '一个号码的来源、检测、库存、销售、屏蔽与使用记录',
            en: 'Where a number came from, its checks, stock, sales, suppression and use',
          })}
        </span>
      </div>
      <Input.Search
        style={{ maxWidth: 480 }}
        type="tel"
        aria-label={t({ zh: '号码', en: 'Number' })}
        placeholder={t({ zh: '完整号码，带国家码', en: 'Whole number with country code' })}
        enterButton={t({ zh: '查询', en: 'Look up' })}
        allowClear={CLEAR}
        maxLength={64}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onSearch={(value) => setSearch(value.trim() ? { number: value.trim() } : {}, { replace: !isAsked })}
      />
      {isAsked ? (
        <NumberEvents asked={asked} />
      ) : (
        <p className="kit-weak">
          {t({
            zh: '也可以在任意列表中点击号码旁的图标打开。',
            en: 'You can also open it with the icon beside a number in any list.',
          })}
        </p>
      )}
    </div>
  );
}
