import { Suspense } from 'react';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import type { CodeEditorProps } from './code-editor.tsx';

// As heavy as a list, and rarely seen.
const CodeEditor = lazyWithRetry(() => import('./code-editor.tsx'));

/** Code to read or write; shown as plain text until its editor is loaded. */
export const Code = (props: CodeEditorProps) => (
  <InlineLoadBoundary>
    <Suspense fallback={<pre className="kit-json">{props.value}</pre>}>
      <CodeEditor {...props} />
    </Suspense>
  </InlineLoadBoundary>
);
