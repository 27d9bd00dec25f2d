import { useNamedCall } from '../../kit/client/query.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { OptionalPiece } from '../../kit/optional-piece.tsx';
import type { Popup } from './popup-dialog.tsx';

const PopupDialog = lazyWithRetry(() => import('./popup-dialog.tsx'));

/** How often new announcements are looked for. */
const EVERY_MILLIS = 5 * 60_000;

/** Shows announcements that the reader has not confirmed yet, one after the other. Place once. */
export function Popups() {
  const { data } = useNamedCall<readonly Popup[]>('app-manage/announcement', 'popups', {
    everyMillis: EVERY_MILLIS,
  });
  if (!data?.length) return null;
  return (
    <OptionalPiece>
      <PopupDialog popups={data} />
    </OptionalPiece>
  );
}
