import { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import { dictionaryOptions } from '../../features/dictionaries/page.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Dictionaries of the platform, with their entries below each. */
export default resourcePage(dict, dictionaryOptions);
