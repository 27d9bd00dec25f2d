import { apiScope } from '@trade-assistant/contract/areas/system/api-scope.ts';
import type { ControlProps } from '../../kit/form/control.ts';
import { withInputs } from '../../kit/form/values.ts';
import { LoadedControl } from '../../kit/kinds/calendar.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Brings the whole contract along, which the list does without. */
const RouteSelect = lazyWithRetry(() => import('./api-scope/route-select.tsx'));

const RouteInput = (props: ControlProps<string>) => (
  <LoadedControl>
    <RouteSelect {...props} />
  </LoadedControl>
);

/** Routes refused to all roles without an explicit grant. */
export default resourcePage(apiScope, {
  form: { fields: (fields) => withInputs(fields, { scopePath: RouteInput }) },
});
