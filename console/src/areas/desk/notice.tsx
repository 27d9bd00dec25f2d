import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { contentInput } from '../../features/rich-texts/content-input.ts';
import { picturesOf } from '../../features/rich-texts/pictures-of.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';

const pictures = picturesOf(notice);
const ContentInput = contentInput(notice);

/** Notices to all users, shown at the bell. */
export default resourcePage(notice, {
  form: { fields: (fields) => withInputs(fields, { content: ContentInput }) },
  unmentioned: ['content'],
  detail: ({ content }) => (typeof content === 'string' ? <RichTextView html={content} pictures={pictures} /> : null),
});
