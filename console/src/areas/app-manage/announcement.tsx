import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { BothLanguages } from '../../features/rich-texts/both-languages.tsx';
import { contentInput } from '../../features/rich-texts/content-input.ts';
import { picturesOf } from '../../features/rich-texts/pictures-of.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

const pictures = picturesOf(announcement);
const ContentInput = contentInput(announcement);

/** Announcements to chosen readers: written as drafts, then published. */
export default resourcePage(announcement, {
  form: {
    fields: (fields) => withInputs(fields, { content: ContentInput, contentEn: ContentInput }),
    next: 'publish',
  },
  unmentioned: ['content', 'contentEn'],
  detail: ({ content, contentEn }) => <BothLanguages zh={content} en={contentEn} pictures={pictures} />,
});
