import { useLocale } from '../../../kit/i18n.ts';

/** A product's name in the reader's language, Chinese where there is no other. */
export function ProductName({ product }: { product: { readonly nameZh: string; readonly nameEn: string } }) {
  const locale = useLocale();
  return locale === 'zh' ? product.nameZh : product.nameEn || product.nameZh;
}
