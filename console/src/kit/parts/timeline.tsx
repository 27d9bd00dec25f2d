import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import { Status } from '../fields/status.tsx';
import { TimeValue } from '../fields/time-value.tsx';
import { useText } from '../i18n.ts';
import './timeline.css';

export interface TimelineStep {
  readonly label: Text;
  /** When it happened or is due, `yyyy-MM-dd HH:mm:ss`; a step without a time did not happen and is left out. */
  readonly time: string | null | undefined;
  readonly tone?: Tone;
  readonly note?: ReactNode;
}

/** Events of a record, oldest first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useText();
  const known = steps
    .filter((step): step is TimelineStep & { time: string } => Boolean(step.time))
    .sort((a, b) => a.time.localeCompare(b.time));
  if (known.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '时间线', en: 'Timeline' })}</h2>
      <ol className="kit-timeline">
        {known.map(({ label, time, tone, note }) => (
          <li key={`${label.en} ${time}`}>
            <Status tone={tone} words={label} />
            <TimeValue wire={time} />
            {note && <div className="kit-weak kit-timeline-note">{note}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}
