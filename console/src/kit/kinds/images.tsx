import { Pictures } from '../parts/pictures.tsx';
import type { KindView } from './kind.ts';
import { tags } from './tags.tsx';
import { stored } from './upload-control.tsx';

const addressesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const images: KindView = {
  ...tags,
  Cell: ({ value }) => <Pictures addresses={addressesOf(value)} size="row" />,
  Detail: ({ value }) => <Pictures addresses={addressesOf(value)} size="record" />,
  Input: stored(tags.Input, true),
  isWide: () => true,
};
