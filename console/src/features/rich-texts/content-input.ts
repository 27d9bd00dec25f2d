import { PICTURE_KINDS, PICTURE_MAX_BYTES } from '@trade-assistant/contract/rich-text.ts';
import { upload } from '../../kit/client/upload.ts';
import { richTextInput } from '../../kit/rich-text/rich-text-input.tsx';
import { picturesOf, type WithPictures } from './pictures-of.ts';

/** A control for a formatted text of a resource. */
export const contentInput = (resource: WithPictures) =>
  richTextInput({
    pictures: picturesOf(resource),
    accept: PICTURE_KINDS.flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`])).join(','),
    maxBytes: PICTURE_MAX_BYTES,
    upload: async (picture) => (await upload(resource, 'put-picture', {}, picture)).id,
  });
