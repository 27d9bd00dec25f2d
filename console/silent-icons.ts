import type { Plugin } from 'vite';

/**
 * Every icon says its file's name, in English ("down", "close-circle"), before or after the words it stands beside. Here
 * an icon is decoration and silent, unless whoever placed it gave it a name, a role or something to do.
 */
export function silentIcons(): Plugin {
  const spoken = /role: "img",\s*"aria-label": icon\.name/;
  const silent =
    '...(restProps.role || restProps["aria-label"] || onClick ? { role: "img", "aria-label": icon.name } : { "aria-hidden": true })';
  return {
    name: 'silent-icons',
    apply: 'build',
    transform(code, id) {
      if (!/[\\/]@ant-design[\\/]icons[\\/]es[\\/]components[\\/]AntdIcon(Light)?\.js$/.test(id)) return undefined;
      if (!spoken.test(code)) this.error('The icons name themselves in another way than they used to');
      return { code: code.replace(spoken, silent), map: null };
    },
  };
}
