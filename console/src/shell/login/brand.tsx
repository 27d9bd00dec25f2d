import { useState } from 'react';
import { Logo } from '../parts/logo.tsx';
import styles from './login.module.css';

const SIZE = 40;

/** The mark and name over the form: the tenant's own, the product's where there is none or it is not to be had. */
export function Brand({ logoUrl, name }: { readonly logoUrl: string | undefined; readonly name: string }) {
  const [missing, setMissing] = useState<string>();
  return (
    <div className={styles.brand}>
      {logoUrl && logoUrl !== missing ? (
        // Its place is kept, so that nothing moves when it arrives.
        <img
          className={styles.mark}
          src={logoUrl}
          width={SIZE}
          height={SIZE}
          alt=""
          decoding="async"
          onError={() => setMissing(logoUrl)}
        />
      ) : (
        <Logo size={SIZE} />
      )}
      <span>{name}</span>
    </div>
  );
}
