import Form from 'antd/es/form';
import Input from 'antd/es/input';
import type { CSSProperties } from 'react';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import styles from './look-preview.module.css';

/** The last field of the sign-in page, with the page as it will look. */
export function SloganWithPreview({ value, onChange, ...rest }: ControlProps<string>) {
  return (
    <>
      <Input {...rest} maxLength={80} value={value ?? ''} onChange={({ target }) => onChange?.(target.value)} />
      <LookPreview />
    </>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const picture = (value: unknown): string | undefined => (/^https?:\/\//i.test(text(value)) ? text(value) : undefined);

/** The sign-in page in small, as the form has it at this moment. */
function LookPreview() {
  const t = useText();
  const locale = useLocale();
  const form = Form.useFormInstance();
  const values = (Form.useWatch([], form) ?? {}) as Readonly<Record<string, unknown>>;
  const either = (zh: unknown, en: unknown) => (locale === 'en' ? text(en) || text(zh) : text(zh) || text(en));
  const title = either(values['loginTitle'], values['loginTitleEn']) || text(values['tenantName']);
  const background = picture(values['backgroundUrl']);
  const logo = picture(values['logoUrl']);
  const accent = /^#[0-9a-f]{6}$/i.test(text(values['accent'])) ? text(values['accent']) : undefined;
  const label = t({ zh: '登录页预览', en: 'Preview of the sign-in page' });
  return (
    <figure className={styles.preview} style={accent ? ({ '--preview': accent } as CSSProperties) : {}}>
      <figcaption>{label}</figcaption>
      <div className={styles.page} aria-hidden="true">
        <div className={styles.scene}>
          {background && <img key={background} src={background} alt="" onError={hide} />}
          <strong>{title}</strong>
          <span>{either(values['slogan'], values['sloganEn'])}</span>
        </div>
        <div className={styles.form}>
          <div className={styles.brand}>
            {logo ? <img key={logo} src={logo} alt="" onError={hide} /> : <i />}
            <strong>{title}</strong>
          </div>
          <i className={styles.field} />
          <i className={styles.field} />
          <i className={styles.button}>{t({ zh: '登录', en: 'Sign in' })}</i>
        </div>
      </div>
    </figure>
  );
}

/** Hides a picture that fails to load, which shows the background. */
function hide({ currentTarget }: { readonly currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
