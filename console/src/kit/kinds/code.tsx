import { Code } from '../code/code.tsx';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

export const code: KindView = {
  ...text,
  Cell: ({ value }) => <code>{String(value)}</code>,
  Detail: ({ value }) => <Code language="text" isReadOnly value={String(value)} />,
  Input: inputFor<string>(({ field: _field, ...control }) => <Code {...control} language="text" />),
  isWide: () => true,
};
