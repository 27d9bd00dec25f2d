import { useState } from 'react';
import { LoginIllustration } from './illustration.tsx';
import styles from './login.module.css';

/** The picture of the tenant, over the drawn scenery: seen once it is there, and never missed when it is not to be had. */
export function Background({ url }: { url: string | undefined }) {
  const [loaded, setLoaded] = useState<string>();
  return (
    <>
      <LoginIllustration />
      {url ? (
        <img
          key={url}
          className={styles.photo}
          src={url}
          alt=""
          decoding="async"
          data-loaded={loaded === url}
          onLoad={() => setLoaded(url)}
        />
      ) : null}
    </>
  );
}
