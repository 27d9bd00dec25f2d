import type { KindView } from './kind.ts';
import { text } from './text.tsx';

const Address = ({ value }: { readonly value: unknown }) => <a href={`mailto:${String(value)}`}>{String(value)}</a>;

export const email: KindView = { ...text, Cell: Address, Detail: Address, width: 180 };
