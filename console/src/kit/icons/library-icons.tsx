import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import DownOutlined from '@ant-design/icons/DownOutlined';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';

/** `showSearch.searchIcon` of a choice: shown while it is open. */
export const SEARCH_ICON = <SearchOutlined aria-hidden />;

/** Icons of messages by level. */
export const LEVEL_ICONS = {
  success: <CheckCircleFilled aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  error: <CloseCircleFilled aria-hidden />,
  loading: <LoadingOutlined aria-hidden />,
} as const;

const levels = {
  successIcon: LEVEL_ICONS.success,
  infoIcon: LEVEL_ICONS.info,
  warningIcon: LEVEL_ICONS.warning,
  errorIcon: LEVEL_ICONS.error,
};

/**
 * Settings of Ant Design's components for `ConfigProvider` that make their icons decorative. Otherwise a screen reader
 * announces the icons' English file names before the text beside them.
 */
export const ICON_SETTINGS = {
  alert: levels,
  modal: levels,
  button: { loadingIcon: LEVEL_ICONS.loading },
  select: { suffixIcon: <DownOutlined aria-hidden />, loadingIcon: LEVEL_ICONS.loading },
};
