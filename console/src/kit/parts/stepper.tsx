import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import './stepper.css';

interface StepperProps {
  readonly count: number;
  /** Counted from 0. */
  readonly index: number;
  readonly onIndex: (index: number) => void;
  /** Describes the current one, between the buttons. */
  readonly children: ReactNode;
}

/** Steps through a few samples in a panel, by buttons or with ← and →. */
export function Stepper({ count, index, onIndex, children }: StepperProps) {
  const t = useText();
  const back = index > 0 ? () => onIndex(index - 1) : undefined;
  const on = index < count - 1 ? () => onIndex(index + 1) : undefined;
  useKeys({ arrowleft: back, arrowright: on }, 'drawer');
  return (
    <div className="kit-stepper">
      <Button
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label={t({ zh: '上一个', en: 'Previous' })}
        aria-keyshortcuts="ArrowLeft"
        disabled={!back}
        onClick={back}
      />
      <span aria-live="polite">
        {children} <span className="kit-weak kit-number">{`${index + 1} / ${count}`}</span>
      </span>
      <Button
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label={t({ zh: '下一个', en: 'Next' })}
        aria-keyshortcuts="ArrowRight"
        disabled={!on}
        onClick={on}
      />
    </div>
  );
}
