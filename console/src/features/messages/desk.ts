import { create } from 'zustand';
import { useSession } from '../../kit/client/session.ts';
import { isRecord, keptPlace } from '../../kit/persisted-state.ts';

/** The view shown in the message panel. */
export type View =
  | { readonly kind: 'received' | 'sent' | 'notices' | 'compose' }
  | { readonly kind: 'message' | 'sent-message' | 'notice'; readonly id: string };

/** Returns whether a kept value is a view. */
export const isView = (value: unknown): value is View =>
  isRecord(value) &&
  (['received', 'sent', 'notices', 'compose'].includes(String(value.kind)) ||
    (['message', 'sent-message', 'notice'].includes(String(value.kind)) && typeof value.id === 'string'));

/** The panel is above all pages, so its state belongs to no tab. */
const place = keptPlace('');
/** A half-written message is kept as a draft, and does not open by itself. */
const isReopened = (value: unknown): value is View => isView(value) && value.kind !== 'compose';

/** The message panel, opened from the bell, a notification, or other places. */
export const useMessageDesk = create<{ view: View | null; address: string | null }>(() => ({
  view: place.read('messages', isReopened) ?? null,
  address: null,
}));
useMessageDesk.subscribe(({ view }) => place.write('messages', view ?? undefined));

export const openMessages = (view: View): void => useMessageDesk.setState({ view });
/** Navigates to a page of the console, from parts outside the router. */
export const goTo = (address: string | null): void => useMessageDesk.setState({ address });
export const closeMessages = (): void => useMessageDesk.setState({ view: null });
/** Shown messages are not shown again after a reload. */
export const forgetView = (): void => place.write('messages', undefined);

// Close it for the next user.
useSession.subscribe((session, before) => session.user?.userId !== before.user?.userId && closeMessages());
