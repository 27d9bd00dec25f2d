import type { KindView } from './kind.ts';
import { reference } from './reference.tsx';
import { stored } from './upload-control.tsx';

export const file: KindView = { ...reference, Input: stored(reference.Input, false) };
