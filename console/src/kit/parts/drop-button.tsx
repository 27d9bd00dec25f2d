import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { LoadPlace, lazyAgain } from '../load-place.tsx';
import type { DropProps } from './drop.tsx';

const Drop = lazyAgain(() => import('./drop.tsx'));

interface DropButtonProps extends Omit<DropProps, 'onClose' | 'children'> {
  /** The button, given what makes it one that opens something. */
  readonly button: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
}

/**
 * A button with a menu (or anything) below it. What it opens is made when it is first pressed: lists have many of these,
 * and each one made in advance costs every showing of the page.
 */
export function DropButton({ button, ...drop }: DropButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const quiet = button({
    'aria-haspopup': drop.menu ? 'menu' : 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(true),
  });
  if (!isOpen) return quiet;
  return (
    <LoadPlace onFailed={() => setOpen(false)}>
      <Suspense fallback={quiet}>
        <Drop {...drop} onClose={() => setOpen(false)}>
          {button({ 'aria-haspopup': drop.menu ? 'menu' : 'dialog', 'aria-expanded': true, autoFocus: true })}
        </Drop>
      </Suspense>
    </LoadPlace>
  );
}
