import type { KindView } from './kind.ts';
import { longText } from './long-text.tsx';

export const richText: KindView = longText;
