import type { KindView } from './kind.ts';
import { reference } from './reference.tsx';

export const file: KindView = reference;
