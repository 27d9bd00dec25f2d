import { useText } from '../../../kit/i18n.ts';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { TraceEvents } from './events.tsx';

/** The trace of the request of a log entry. */
export default function TracePanel({ traceId, onClose }: { traceId: string; onClose: () => void }) {
  const t = useText();
  return (
    <SidePanel title={t({ zh: '请求链路', en: 'Request trace' })} width={640} onClose={onClose}>
      <p className="kit-weak" style={{ overflowWrap: 'anywhere' }}>
        {t({ zh: '追踪号 {traceId}', en: 'Trace ID {traceId}' }, { traceId })}
      </p>
      <TraceEvents traceId={traceId} onLeave={onClose} />
    </SidePanel>
  );
}
