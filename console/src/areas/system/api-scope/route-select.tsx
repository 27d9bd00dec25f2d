import { apiScopeMethod } from '@trade-assistant/contract/areas/system/api-scope.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useMemo } from 'react';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale } from '../../../kit/i18n.ts';

/** A route of the program, by its title or address; its verb is set with it. */
export default function RouteSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const locale = useLocale();
  const form = Form.useFormInstance();
  const groups = useMemo(() => routesOf(locale), [locale]);
  return (
    <Select
      {...rest}
      className="kit-fill"
      showSearch={{ optionFilterProp: 'label' }}
      options={groups}
      value={value ?? null}
      onChange={(path: string | null) => {
        const route = groups.flatMap(({ options }) => options).find((option) => option.value === path);
        if (route) form.setFieldValue('scopeMethod', route.method);
        onChange?.(path);
      }}
    />
  );
}

/** All routes except those open to every user. */
const routesOf = (locale: Locale) =>
  (registry as readonly Resource[]).flatMap(({ name, title, calls }) => {
    const options = Object.entries(calls).flatMap(([key, call]) =>
      call.access === 'public' || call.access === 'signed-in'
        ? []
        : [
            {
              value: `/api/${name}/${key}`,
              label: `${call.title[locale]} · /api/${name}/${key}`,
              method: call.methods.includes('POST') ? apiScopeMethod.is.post : apiScopeMethod.is.get,
            },
          ],
    );
    return options.length > 0 ? [{ label: title[locale], options }] : [];
  });
