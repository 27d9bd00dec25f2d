import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countryName } from '../../kit/fields/country.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { writeMessage } from '../messages/write-message.ts';

interface NoPriceProps {
  readonly countryCodes: readonly string[];
  /** What has no price there: a check, messages. */
  readonly service: string;
  /** A way out beside asking for a price. */
  readonly children?: ReactNode;
}

/** Says which countries have no price, with the ways out: people who set prices set one, others ask for one. */
export function NoPrice({ countryCodes, service, children }: NoPriceProps) {
  const t = useText();
  const locale = useLocale();
  const canSet = useCan('whatsapp/price-configure:add');
  const canAsk = useCan('message:send');
  const countries = countryCodes.map((code) => countryName(code, locale)).join(locale === 'zh' ? '、' : ', ');
  const ask = () =>
    writeMessage({
      title: t({ zh: '申请报价', en: 'Request for a price' }),
      content: t(
        { zh: '申请报价：{service}，{countries}', en: 'Please set a price: {service}, {countries}' },
        { service, countries },
      ),
    });
  return (
    <Alert
      type="error"
      showIcon
      className="kit-alert"
      title={t(
        { zh: '{countries}没有价格：{service}', en: 'No price for {countries}: {service}' },
        { countries, service },
      )}
      description={
        <span className="kit-tags">
          {children}
          {canSet ? (
            <Link to="/whatsapp/price-configure/index">{t({ zh: '设置价格', en: 'Set a price' })}</Link>
          ) : (
            canAsk && (
              <Button size="small" onClick={ask}>
                {t({ zh: '申请报价', en: 'Ask for a price' })}
              </Button>
            )
          )}
        </span>
      }
    />
  );
}

/** Returns the countries that a refusal names for lack of a price; null for another error. */
export function unpricedIn(error: unknown): readonly string[] | null {
  const { bizCode, data } = (error ?? {}) as { bizCode?: string; data?: { countryCodes?: unknown } };
  const codes = bizCode === 'PRICE_NOT_FOUND' ? data?.countryCodes : null;
  return Array.isArray(codes) ? codes.map(String) : null;
}
