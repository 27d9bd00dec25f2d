import Input from 'antd/es/input/Input';
import { Suspense } from 'react';
import type { ControlProps } from '../form/control.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

// Few forms ask for one.
const ZoneSelect = lazyWithRetry(() => import('../form/zone-select.tsx'));

const ZoneInput = ({ value, onChange, ...rest }: ControlProps<string>) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Input {...rest} disabled value={value ?? ''} />}>
      <ZoneSelect {...rest} value={value} {...(onChange ? { onChange } : {})} />
    </Suspense>
  </InlineLoadBoundary>
);

export const timeZone: KindView = {
  ...text,
  Input: inputFor<string>(({ field: _field, ...control }) => <ZoneInput {...control} />),
  width: 180,
};
