import { create } from 'zustand';

/** What the drawer of messages shows. */
export type View =
  | { readonly kind: 'received' | 'sent' | 'notices' | 'compose' }
  | { readonly kind: 'message' | 'sent-message' | 'notice'; readonly id: string };

/** The drawer of messages, opened from the bell, a notification, or anywhere. */
export const useMessageDesk = create<{ view: View | null }>(() => ({ view: null }));

export const openMessages = (view: View): void => useMessageDesk.setState({ view });
export const closeMessages = (): void => useMessageDesk.setState({ view: null });
