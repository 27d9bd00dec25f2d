import type { KindView } from './kind.ts';
import { tags } from './tags.tsx';

const Pictures = ({ value, isLarge }: { readonly value: unknown; readonly isLarge?: boolean }) => (
  <span className="kit-tags">
    {(Array.isArray(value) ? value : [value]).map((address) => (
      <img key={String(address)} src={String(address)} alt="" loading="lazy" height={isLarge ? 96 : 24} />
    ))}
  </span>
);

export const images: KindView = {
  ...tags,
  Cell: Pictures,
  Detail: (props) => <Pictures {...props} isLarge />,
};
