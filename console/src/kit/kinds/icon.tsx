import type { KindView } from './kind.ts';
import { text } from './text.tsx';

export const icon: KindView = { ...text, isCut: false };
