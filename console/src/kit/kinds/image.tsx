import type { KindView } from './kind.ts';
import { text } from './text.tsx';

const Picture = ({ value, isLarge }: { readonly value: unknown; readonly isLarge?: boolean }) => (
  <img src={String(value)} alt="" loading="lazy" height={isLarge ? 96 : 24} />
);

export const image: KindView = {
  ...text,
  Cell: Picture,
  Detail: (props) => <Picture {...props} isLarge />,
  width: 90,
  isCut: false,
};
