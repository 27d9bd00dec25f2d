import type { Field } from '@trade-assistant/contract/kit/field.ts';
import Skeleton from 'antd/es/skeleton';
import { type ComponentType, Suspense } from 'react';
import type { ControlProps } from '../form/control.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import { type InputProps, inputFor } from './kind.ts';

// Lists bring the inputs of all kinds with them, and few have files.
const UploadInput = lazyWithRetry(() => import('../parts/upload-input.tsx'));

/** The input of a kind whose file is stored before its record; `Typed` when the field names no call. */
export const stored = (Typed: ComponentType<InputProps>, isPictures: boolean) =>
  inputFor<unknown>((props) => {
    const { field, value, onChange, ...rest } = props;
    const { upload, kind } = field as Field;
    if (!upload) return <Typed {...(props as unknown as InputProps)} />;
    const isMany = kind === 'images';
    const values = (isMany ? value : value ? [value] : []) as readonly string[] | null | undefined;
    const control: ControlProps<readonly string[]> = {
      ...rest,
      value: values,
      onChange: (next) => onChange?.(isMany ? next : (next?.[0] ?? null)),
    };
    return (
      <InlineLoadBoundary>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 2 }} title={false} />}>
          <UploadInput {...control} target={upload} count={isMany ? (field.count ?? 1) : 1} isPictures={isPictures} />
        </Suspense>
      </InlineLoadBoundary>
    );
  });
