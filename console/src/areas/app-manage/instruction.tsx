import { instruction } from '@trade-assistant/contract/areas/app-manage/instruction.ts';
import { contentInput } from '../../features/rich-texts/content-input.ts';
import { picturesOf } from '../../features/rich-texts/pictures-of.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';

const pictures = picturesOf(instruction);
const ContentInput = contentInput(instruction);

/** Help articles, for those who write them. */
export default resourcePage(instruction, {
  form: { fields: (fields) => withInputs(fields, { content: ContentInput }) },
  unmentioned: ['content'],
  detail: ({ content }) => <RichTextView html={content} pictures={pictures} />,
});
