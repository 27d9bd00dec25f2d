import type { ExampleForms } from '../example-forms.ts';

/** Returns the example forms that the code generator adds for the resources of this folder. */
export function exampleForms(_product: unknown) {
  let count = 0;
  const next = (): number => ++count;
  const forms = {
    'estate/asset': () => ({
      assetCode: `assetCode-${next()}`,
      assetName: `资产名称 ${next()}`,
      assetNameEn: `Asset name ${next()}`,
      category: 1,
      serialNo: `serialNo-${next()}`,
      maker: 'Maker',
      usage: 'Usage',
      pieces: 3,
      price: '2.5',
      share: '5.25',
      boughtDay: '2026-02-28',
      checkTime: '2026-02-28 09:30:00',
      isLent: 0,
      countryCode: 'US',
      contact: 'person@example.com',
      manual: 'https://example.com',
      sort: 1,
      status: 1,
    }),
    'estate/flat': () => ({
      assetCode: `assetCode-${next()}`,
      assetName: `资产名称 ${next()}`,
      assetNameEn: `Asset name ${next()}`,
    }),
  } satisfies ExampleForms;
  return { forms };
}
