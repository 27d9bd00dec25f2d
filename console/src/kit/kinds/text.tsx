import { TextFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';
import { LineInput } from './text-input.tsx';

/** Texts longer than this have a line of the form to themselves. */
const WIDE = 200;

export const text: KindView = {
  Cell: ({ value }) => <span>{String(value)}</span>,
  Detail: ({ value }) => <span className="kit-whole">{String(value)}</span>,
  Input: inputFor(LineInput),
  Filter: TextFilter,
  width: 140,
  isCut: true,
  isWide: ({ max = 0 }) => max > WIDE,
};
