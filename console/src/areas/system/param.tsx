import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { declaredParameter } from '@trade-assistant/contract/parameters.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { PanelSwitch } from './param/panel-switch.tsx';

/** Parameters, and which of them stand on the control panel. */
export default resourcePage(param, {
  columns: { controlPanel: { render: (row) => <PanelSwitch row={row} /> } },
  form: {
    fields: (fields, row) => {
      const declared = row && declaredParameter(row.paramKey);
      if (!declared) return fields;
      // Key and name of a built-in one stay; its value is entered as what it is on the control panel, as text here.
      const { paramName: _name, paramKey: _key, ...rest } = fields;
      return rest;
    },
  },
  isRemovable: ({ paramKey }) => declaredParameter(paramKey) === undefined,
});
