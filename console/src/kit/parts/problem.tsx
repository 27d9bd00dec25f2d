import Alert from 'antd/es/alert';
import { useEffect, useRef } from 'react';

/** The reason of a refusal, scrolled into view because the button may be far below. */
export function Problem({ text }: { text: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return text === null ? null : (
    <div ref={place}>
      <Alert type="error" showIcon title={text} className="kit-alert" />
    </div>
  );
}
