import { useEffect, useState } from 'react';
import { Copyable } from './copy.tsx';

/** A contact phone of mainland China is kept without its country code. */
const MAINLAND_MOBILE = /^1[3-9]\d{9}$/;

type Grouping = (international: string) => string;

let grouping: Grouping | undefined;
let loading: Promise<void> | undefined;

// The formats of all countries have a third of a screen's size limit: they load when the first number is shown.
const load = (): Promise<void> => {
  loading ??= import('./phone-groups.ts').then(({ groupedPhone }) => {
    grouping = groupedPhone;
  });
  return loading;
};

/** A number grouped by its country's habit and copied on click; a masked one stays as the server masked it. */
export function PhoneValue({ number }: { number: string }) {
  const isPlain = /^\+?\d{6,15}$/.test(number);
  const [, setLoaded] = useState(grouping !== undefined);
  useEffect(() => {
    if (isPlain && !grouping)
      void load().then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [isPlain]);
  if (!isPlain) return <span className="kit-number">{number}</span>;
  const international = number.startsWith('+') ? number : `+${MAINLAND_MOBILE.test(number) ? '86' : ''}${number}`;
  return (
    <span className="kit-number">
      <Copyable text={international}>{grouping ? grouping(international) : international}</Copyable>
    </span>
  );
}
