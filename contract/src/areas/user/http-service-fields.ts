import { secret, text } from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { previousKeyField } from '../../kit/presets.ts';
import { matching } from '../../kit/sentences.ts';

interface ServiceWords {
  /** An address such as it might have. */
  readonly example: string;
  /** The requests sent to the address. */
  readonly address: Text;
  /** The purpose of its key. */
  readonly key: Text;
}

/** Fields of an external payment service: address, account and shared secret. Needed only `when` it is one. */
export function httpServiceFields<F extends string>(
  { field, http }: { readonly field: F; readonly http: number },
  { example, address, key }: ServiceWords,
) {
  const when = { field, is: [http], isNeeded: true } as const;
  return {
    endpoint: text({
      label: { zh: '服务地址', en: 'Service address' },
      help: address,
      max: 500,
      pattern: matching(/^https?:\/\/[^\s/@]+(\/\S*)?$/i, {
        zh: `应为服务地址，例如 ${example}`,
        en: `should be a service address such as ${example}`,
      }),
      list: 'hidden',
      when,
      width: 240,
    }),
    merchantId: text({ label: { zh: '商户号', en: 'Merchant' }, max: 64, list: 'hidden', when, width: 140 }),
    signingSecret: secret({
      label: { zh: '签名密钥', en: 'Signing key' },
      help: key,
      max: 255,
      sentTo: ['endpoint', 'merchantId'],
      when,
    }),
    previousKeyUntil: previousKeyField({ field, is: [http] }),
  };
}
