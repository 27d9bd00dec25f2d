import { PhoneValue } from '../fields/phone.tsx';
import type { KindView } from './kind.ts';
import { text } from './text.tsx';

const Grouped = ({ value }: { readonly value: unknown }) => <PhoneValue number={String(value)} />;

export const phone: KindView = { ...text, Cell: Grouped, Detail: Grouped, isCut: false };
