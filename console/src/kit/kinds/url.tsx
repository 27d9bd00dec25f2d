import type { KindView } from './kind.ts';
import { text } from './text.tsx';

/** Only what leads to a page is a link: rows may be older than the rule of their field. */
const Page = ({ value }: { readonly value: unknown }) => {
  const address = String(value);
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </a>
  );
};

export const url: KindView = { ...text, Cell: Page, Detail: Page, width: 200 };
