import { apiScope } from '@trade-assistant/contract/areas/system/api-scope.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { RouteSelect } from './api-scope/route-select.tsx';

/** Routes that are refused to all roles but those they are granted to. */
export default resourcePage(apiScope, {
  form: { fields: (fields) => withInputs(fields, { scopePath: RouteSelect }) },
  alsoInvalidates: ['system/menu'],
});
