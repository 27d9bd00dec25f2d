import Skeleton from 'antd/es/skeleton';
import { type FunctionComponent, Suspense } from 'react';
import type { ControlProps } from '../form/control.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import type { RichTextOptions } from './rich-text-options.ts';

// An editor is as heavy as all the rest of a screen, and most people only read.
const Editor = lazyWithRetry(() => import('./editor.tsx'));

/** A form control for text with formats and pictures; its value is HTML, empty when it shows nothing. */
export function richTextInput(options: RichTextOptions): FunctionComponent<ControlProps<string>> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, at its top level, so the component's identity is stable
  return function RichTextInput(control: ControlProps<string>) {
    return (
      <InlineLoadBoundary>
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <Editor {...control} options={options} />
        </Suspense>
      </InlineLoadBoundary>
    );
  };
}
