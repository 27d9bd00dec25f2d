import { Mark } from '../../shell/parts/mark.tsx';
import styles from './login.module.css';

const SIZE = 40;

/** The mark and name over the form. */
export const Brand = ({ logoUrl, name }: { readonly logoUrl: string | undefined; readonly name: string }) => (
  <div className={styles.brand}>
    <Mark className={styles.mark} url={logoUrl} size={SIZE} />
    <span>{name}</span>
  </div>
);
