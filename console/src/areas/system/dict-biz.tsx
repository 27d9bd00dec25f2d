import { dictBiz } from '@trade-assistant/contract/areas/system/dict-biz.ts';
import { dictionaryOptions } from '../../features/dictionaries/page.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Dictionaries of the tenant, with their entries below each. */
export default resourcePage(dictBiz, dictionaryOptions);
