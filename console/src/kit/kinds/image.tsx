import { Pictures } from '../parts/pictures.tsx';
import type { KindView } from './kind.ts';
import { text } from './text.tsx';
import { stored } from './upload-control.tsx';

export const image: KindView = {
  ...text,
  Cell: ({ value }) => <Pictures addresses={[String(value)]} size="row" />,
  Detail: ({ value }) => <Pictures addresses={[String(value)]} size="record" />,
  Input: stored(text.Input, true),
  isCut: false,
};
