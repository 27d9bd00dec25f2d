import { useLocale } from '../i18n.ts';
import { relativeTime } from './time.ts';

/** A time in the user's zone, with its distance from now on hover. */
export function TimeValue({ wire }: { wire: string }) {
  const locale = useLocale();
  return (
    <time className="kit-number" title={relativeTime(wire, locale)}>
      {wire}
    </time>
  );
}
