import { Copyable } from '../fields/copy.tsx';
import type { KindView } from './kind.ts';
import { text } from './text.tsx';

export const identifier: KindView = {
  ...text,
  isCut: false,
  Cell: ({ value }) => <Copyable text={String(value)} />,
  Detail: ({ value }) => <Copyable text={String(value)} />,
};
