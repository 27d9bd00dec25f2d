import { confirm } from '../../kit/feedback.tsx';
import { translate } from '../../kit/i18n.ts';

/** Asks whether drafts in these pages may be discarded. */
export const confirmDiscard = (titles: readonly string[]): Promise<boolean> =>
  confirm({
    title: translate({ zh: '放弃未保存的修改？', en: 'Discard unsaved changes?' }),
    content: translate(
      { zh: '{pages}中填写的内容还没有保存。', en: 'Unsaved input in {pages}.' },
      {
        pages: titles
          .map((title) => translate({ zh: '「{title}」', en: '“{title}”' }, { title }))
          .join(translate({ zh: '', en: ', ' })),
      },
    ),
    okText: translate({ zh: '放弃修改', en: 'Discard' }),
    isDangerous: true,
  });
