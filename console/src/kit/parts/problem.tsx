import Alert from 'antd/es/alert';
import { type ReactNode, useEffect, useRef } from 'react';

/** The reason of a refusal, scrolled into view because the button may be far below. */
export function Problem({ text, action }: { text: string | null; action?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return text === null ? null : (
    <div ref={place}>
      <Alert type="error" showIcon title={text} action={action} className="kit-alert" />
    </div>
  );
}
