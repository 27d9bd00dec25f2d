import { useState } from 'react';
import { Loading } from '../parts/loading.tsx';
import styles from './tab-panels.module.css';

/** A foreign page inside a tab. It learns nothing of the session: no token is ever put into its address. */
export function Embedded({ url, title }: { url: string; title: string }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      {isLoaded ? null : <Loading />}
      <iframe
        className={styles.embedded}
        src={url}
        title={title}
        sandbox="allow-scripts allow-forms allow-popups allow-same-origin allow-downloads"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </>
  );
}
