import Input from 'antd/es/input/Input';
import { Suspense } from 'react';
import type { ControlProps } from '../form/control.ts';
import { NamedIcon } from '../icons/named-icon.tsx';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

// With all icons there are to choose from.
const IconSelect = lazyWithRetry(() => import('../icons/icon-select.tsx'));

const Named = ({ value }: { readonly value: unknown }) => (
  <span className="kit-icon">
    <NamedIcon name={String(value)} /> {String(value).replace(/Outlined$/, '')}
  </span>
);

const IconInput = ({ value, onChange, ...rest }: ControlProps<string>) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Input {...rest} disabled value={value ?? ''} />}>
      <IconSelect {...rest} value={value} {...(onChange ? { onChange } : {})} />
    </Suspense>
  </InlineLoadBoundary>
);

export const icon: KindView = {
  ...text,
  wraps: undefined,
  Cell: Named,
  Detail: Named,
  Input: inputFor<string>(({ field: _field, ...control }) => <IconInput {...control} />),
};
