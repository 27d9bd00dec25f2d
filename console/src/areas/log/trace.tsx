import { trace } from '@trade-assistant/contract/areas/log/trace.ts';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { TraceEvents } from './trace/events.tsx';

/** Finds the trace of a request by its id, known from an answer, a customer's message or another log. */
export default function Trace() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('traceId')?.trim() ?? '';
  const [typed, type] = useState(asked);
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(trace.title)}</h1>
        {trace.help && <span className="kit-weak">{t(trace.help)}</span>}
      </div>
      <Input.Search
        style={{ maxWidth: 560 }}
        aria-label={t({ zh: '追踪号', en: 'Trace ID' })}
        placeholder={t({ zh: '粘贴响应或错误日志中的追踪号', en: 'Paste the trace ID of a response or an error' })}
        enterButton={t({ zh: '查看', en: 'Look up' })}
        allowClear={CLEAR}
        maxLength={64}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onSearch={(value) => setSearch(value.trim() ? { traceId: value.trim() } : {}, { replace: true })}
      />
      {asked ? (
        <TraceEvents traceId={asked} />
      ) : (
        <p className="kit-weak">
          {t({
            zh: '每个响应都带有追踪号（traceId），控制台的错误日志里也有；任一日志的每一行也可以直接打开链路。',
            en: 'Every response carries its trace ID (traceId), and console errors record it; you can also open the trace from any log row.',
          })}
        </p>
      )}
    </div>
  );
}
