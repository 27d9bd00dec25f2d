import { useText } from '../../kit/i18n.ts';
import type { PictureSource } from '../../kit/rich-text/pictures.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';

interface Props {
  readonly zh: string | null;
  readonly en: string | null;
  readonly pictures: PictureSource;
}

/** A formatted text in both languages, for those who manage it. */
export function BothLanguages({ zh, en, pictures }: Props) {
  const t = useText();
  return (
    <>
      {zh ? (
        <section aria-label={t({ zh: '中文', en: 'Chinese' })} lang="zh">
          {en ? <h3>{t({ zh: '中文', en: 'Chinese' })}</h3> : null}
          <RichTextView html={zh} pictures={pictures} />
        </section>
      ) : null}
      {en ? (
        <section aria-label={t({ zh: '英文', en: 'English' })} lang="en">
          <h3>{t({ zh: '英文', en: 'English' })}</h3>
          <RichTextView html={en} pictures={pictures} />
        </section>
      ) : null}
    </>
  );
}
