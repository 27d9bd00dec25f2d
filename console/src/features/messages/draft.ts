import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { isRecord } from '../../kit/persisted-state.ts';
import { MESSAGE_DRAFTS } from '../../kit/storage.ts';
import type { SelectedRecipient } from './recipient-picker.tsx';

/** A message that has not been sent. */
export interface Draft {
  readonly type: number;
  readonly to?: readonly SelectedRecipient[];
  readonly title?: string;
  readonly content?: string;
  readonly hasPage?: boolean;
}

/** Returns the name under which the browser keeps a user's draft. */
export const draftNameOf = (userId: string | undefined): string => `${MESSAGE_DRAFTS}${userId}`;

const isChosen = (value: unknown): value is SelectedRecipient =>
  isRecord(value) && typeof value.value === 'string' && typeof value.label === 'string';
const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Returns whether a kept value is a draft: a storage may contain anything. */
export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  Object.values(messageType.entries).some((entry) => entry.value === value.type) &&
  (value.to === undefined || (Array.isArray(value.to) && value.to.every(isChosen))) &&
  isText(value.title) &&
  isText(value.content) &&
  (value.hasPage === undefined || typeof value.hasPage === 'boolean');
