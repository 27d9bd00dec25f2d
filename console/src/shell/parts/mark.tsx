import { useState } from 'react';
import { Logo } from './logo.tsx';

interface Props {
  /** A tenant's own. */
  readonly url: string | undefined;
  readonly size: number;
  readonly className?: string | undefined;
}

/** The tenant's mark; the product's when there is none or it cannot be loaded. */
export function Mark({ url, size, className }: Props) {
  const [missing, setMissing] = useState<string>();
  if (!url || url === missing) return <Logo size={size} />;
  return (
    // Its place is kept, so that nothing moves when it arrives.
    <img
      className={className}
      src={url}
      width={size}
      height={size}
      style={{ objectFit: 'contain' }}
      alt=""
      decoding="async"
      onError={() => setMissing(url)}
    />
  );
}
