import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { declaredParameter } from '@trade-assistant/contract/parameters.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { AskedValue } from './param/asked-value.tsx';
import { PanelSwitch } from './param/panel-switch.tsx';

/** A weaker value of a guarded parameter waits for a second person. */
const toApproval = (answer: unknown) => {
  const { approvalId } = answer as { approvalId?: string | null };
  return approvalId
    ? {
        said: {
          zh: '调低安全要求的值已提交复核，通过后生效',
          en: 'Weaker value sent for approval; it applies once approved',
        },
        route: `/${approval.name}/index?record=${approvalId}`,
      }
    : undefined;
};

/** Parameters, and which of them stand on the control panel. */
export default resourcePage(param, {
  columns: {
    paramValue: {
      render: (row) => (
        <>
          {row.paramValue}
          <AskedValue row={row} />
        </>
      ),
    },
    controlPanel: { render: (row) => <PanelSwitch row={row} /> },
  },
  form: {
    sentOn: toApproval,
    fields: (fields, row) => {
      const declared = row && declaredParameter(row.paramKey);
      if (!declared) return fields;
      // Key and name of a built-in one stay; its value is entered as what it is on the control panel, as text here.
      const { paramName: _name, paramKey: _key, ...rest } = fields;
      return rest;
    },
  },
  unmentioned: ['askedValue', 'approvalId'],
  detail: (row) => <AskedValue row={row} />,
  alsoInvalidates: [approval.name],
  isRemovable: ({ paramKey }) => declaredParameter(paramKey) === undefined,
});
