import { useText } from '../../../kit/i18n.ts';

/** The address of the interface, and the page that describes its calls. */
export function ReferenceLink() {
  const t = useText();
  return (
    <dl className="kit-weak">
      <dt>{t({ zh: '接口地址', en: 'Address of the interface' })}</dt>
      <dd>
        <code>{`${window.location.origin}/api/open/v1`}</code>
      </dd>
      <dd>
        <a href="/api/open/v1/docs" target="_blank" rel="noreferrer">
          {t({ zh: '查看接口参考', en: 'Open the reference' })}
        </a>
      </dd>
    </dl>
  );
}
