import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { useText } from '../../kit/i18n.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { picturesOf } from '../rich-texts/pictures-of.ts';

const pictures = picturesOf(announcement);

/** The text of an announcement in the reader's language, in Chinese where it has no other. */
export function AnnouncementText({ content, contentEn }: { content: string; contentEn: string | null }) {
  const t = useText();
  return <RichTextView html={t({ zh: content, en: contentEn || content })} pictures={pictures} />;
}
