import { dataScope } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { withInputs } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { conditionsOf, fieldNamesOf, ResourceName, ResourceSelect } from './data-scope/inputs.tsx';

/** Which rows and fields a role reaches. */
export default resourcePage(dataScope, {
  columns: { resourceCode: { render: ({ resourceCode }) => <ResourceName code={resourceCode} /> } },
  form: {
    fields: (fields, row) =>
      withInputs(fields, {
        resourceCode: ResourceSelect,
        scopeValue: conditionsOf(row?.resourceCode),
        scopeField: fieldNamesOf(row?.resourceCode),
        writableField: fieldNamesOf(row?.resourceCode),
      }),
  },
});
