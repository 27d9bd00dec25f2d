import { Pictures } from '../parts/pictures.tsx';
import type { KindView } from './kind.ts';
import { tags } from './tags.tsx';
import { text } from './text.tsx';
import { stored } from './upload-control.tsx';

export const image: KindView = {
  ...text,
  Cell: ({ value }) => <Pictures addresses={[String(value)]} size="row" />,
  Detail: ({ value }) => <Pictures addresses={[String(value)]} size="record" />,
  Input: stored(text.Input, true),
  wraps: undefined,
};

const addressesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const images: KindView = {
  ...tags,
  Cell: ({ value }) => <Pictures addresses={addressesOf(value)} size="row" />,
  Detail: ({ value }) => <Pictures addresses={addressesOf(value)} size="record" />,
  Input: stored(tags.Input, true),
  isWide: () => true,
};
