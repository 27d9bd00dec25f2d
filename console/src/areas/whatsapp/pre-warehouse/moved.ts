import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { countText } from '../../../kit/parts/figures.tsx';

/** Returns the result of moving numbers into stock: how many. */
export function movedText(answer: unknown): Text {
  const n = countText((answer as { readonly okCount?: number } | undefined)?.okCount ?? 0);
  return { zh: `已入库 ${n} 个号码`, en: `${n} numbers moved to stock` };
}

/** Returns the question before moving a whole batch. */
export const moveQuestion = (batchName: string, ready: number): Text => ({
  zh: `将批次「${batchName}」的 ${countText(ready)} 个待入库号码入库？`,
  en: `Move the ${countText(ready)} ready numbers of “${batchName}” to stock?`,
});
