import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';
import { CodeInput } from './text-input.tsx';

export const code: KindView = {
  ...text,
  Cell: ({ value }) => <code>{String(value)}</code>,
  Detail: ({ value }) => <pre className="kit-json">{String(value)}</pre>,
  Input: inputFor(CodeInput),
  isWide: () => true,
};
