import { notice, PICTURE_KINDS, PICTURE_MAX_BYTES } from '@trade-assistant/contract/areas/desk/notice.ts';
import { upload } from '../../kit/client/upload.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { richTextInput } from '../../kit/rich-text/rich-text-input.tsx';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';

const pictures = { resource: notice, call: 'picture' } as const;

const ContentInput = richTextInput({
  pictures,
  accept: PICTURE_KINDS.flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`])).join(','),
  maxBytes: PICTURE_MAX_BYTES,
  upload: async (picture) => (await upload(notice, 'put-picture', {}, picture)).id,
});

/** Notices to all users, shown at the bell. */
export default resourcePage(notice, {
  form: { fields: (fields) => withInputs(fields, { content: ContentInput }) },
  unmentioned: ['content'],
  detail: ({ content }) => (typeof content === 'string' ? <RichTextView html={content} pictures={pictures} /> : null),
});
