import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { secret } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { declaredParameter } from '@trade-assistant/contract/parameters.ts';
import { Link } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { SwitchCell } from '../../kit/parts/switch-cell.tsx';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

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

/** Left empty it keeps the present password. */
const passwordValue = secret({ label: param.fields.paramValue.options.label, max: 64 });

/** Parameters, with the switch that puts them on the control panel. */
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
    followUp: toApproval,
    fields: (fields, row) => {
      const declared = row && declaredParameter(row.paramKey);
      if (!declared) return fields;
      // The key and name of a built-in parameter are fixed; its value is edited here as text, on the control panel by
      // its kind.
      const { paramName: _name, paramKey: _key, ...rest } = fields;
      // A password is typed as one, and stays where the field is left empty.
      if (declared.field.kind === 'secret') return { ...rest, paramValue: passwordValue };
      return rest;
    },
  },
  unmentioned: ['askedValue', 'approvalId'],
  detail: (row) => <AskedValue row={row} />,
  isRemovable: ({ paramKey }) => declaredParameter(paramKey) === undefined,
});

/** The weaker value of a guarded parameter that waits for a second person, and the way to its request. */
function AskedValue({ row: { approvalId, askedValue } }: { row: WireRowOf<typeof param> }) {
  const t = useText();
  if (!approvalId) return null;
  return (
    <div>
      <Link to={`/desk/approval/index?record=${approvalId}`}>
        {t({ zh: '待复核：{value}', en: 'Waiting for approval: {value}' }, { value: askedValue ?? '' })}
      </Link>
    </div>
  );
}

/** Switches whether a parameter is on the control panel. */
function PanelSwitch({ row: { id, version, controlPanel } }: { row: WireRowOf<typeof param> }) {
  const t = useText();
  return (
    <SwitchCell
      label={t({ zh: '控制面板', en: 'On the control panel' })}
      isOn={controlPanel === 1}
      isAllowed={useCan('system/param:edit')}
      onSwitch={async (isOn) => {
        await call(param, 'submit', { id, version, controlPanel: isOn ? 1 : 0 });
        await invalidate(param);
      }}
    />
  );
}
