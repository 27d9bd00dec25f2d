import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';
import { LinesInput } from './text-input.tsx';

export const longText: KindView = { ...text, Input: inputFor(LinesInput), isWide: () => true };
