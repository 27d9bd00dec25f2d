import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { countText } from '../../../kit/parts/figures.tsx';

/** Returns the result of moving numbers into stock: how many, or that a large batch moves in the background. */
export function movedText(answer: unknown): Text {
  const { okCount = 0, taskNo } = (answer ?? {}) as { readonly okCount?: number; readonly taskNo?: string };
  if (taskNo)
    return {
      zh: '批次较大，正在后台入库，进度见任务中心',
      en: 'The batch is large and moves in the background; see the task centre',
    };
  const n = countText(okCount);
  return { zh: `已入库 ${n} 个号码`, en: `${n} numbers moved to stock` };
}

/** Returns the question before moving a whole batch. */
export const moveQuestion = (batchName: string | undefined, ready: number | undefined): Text =>
  ready === undefined
    ? { zh: `将批次「${batchName}」全部待入库号码入库？`, en: `Move all ready numbers of “${batchName}” to stock?` }
    : {
        zh: `将批次「${batchName}」的 ${countText(ready)} 个待入库号码入库？`,
        en: `Move the ${countText(ready)} ready numbers of “${batchName}” to stock?`,
      };
