import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { useSession } from '../../kit/client/session.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { openMessages } from './desk.ts';
import { type Draft, draftNameOf, isDraft } from './draft.ts';

/** Opens a new message with these words, after those of a message that was begun; its writer chooses who gets it. */
export function writeMessage({ title, content }: Required<Pick<Draft, 'title' | 'content'>>): void {
  const name = draftNameOf(useSession.getState().user?.userId);
  const kept = readStored<unknown>(name);
  const draft: Draft = isDraft(kept) ? kept : { type: messageType.entries.ordinary.value };
  const isWritten = draft.content?.includes(content) === true;
  writeStored(name, {
    ...draft,
    title: draft.title || title,
    content: isWritten ? draft.content : [draft.content, content].filter(Boolean).join('\n\n'),
    hasPage: true,
  });
  openMessages({ kind: 'compose' });
}
