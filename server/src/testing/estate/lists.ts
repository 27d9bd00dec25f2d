import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { asset, assetCategory } from '@trade-assistant/contract/testing/estate/asset.ts';
import { flat } from '@trade-assistant/contract/testing/estate/flat.ts';
import type { GroupSeed, MenuSeed } from '../../engines/people/identity/seed/menus.ts';

/** The entries that the code generator adds to the lists of the product for the resources of this folder. */
export const resources = [asset, flat] as const;

const listed = (dictionary: Dictionary, zh: string, en: string) => ({ dictionary, zh, en });

export const dictionaryList = [listed(assetCategory, '类别', 'Category')];

export const resourceOf: Readonly<Record<string, string>> = {
  est_asset: 'estate/asset',
  est_flat: 'estate/flat',
};

export const groupSeeds: readonly GroupSeed[] = [
  { code: 'estate', zh: '固定资产', en: 'Assets', icon: 'AppstoreOutlined' },
];

export const menuSeeds: readonly MenuSeed[] = [
  { code: 'estate/asset', group: 'estate', icon: 'ProfileOutlined' },
  { code: 'estate/flat', group: 'estate', icon: 'ProfileOutlined' },
];
