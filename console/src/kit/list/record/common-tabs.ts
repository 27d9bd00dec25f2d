import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { RecordTab, Row } from '../types.ts';

/** Returns the tabs of a record besides those of its screen; `can` returns whether the user holds a permission. */
type CommonTabs = (resource: Resource, can: (code: string) => boolean) => readonly RecordTab<Row>[];

let tabsOf: CommonTabs = () => [];

/** Sets the common tabs, once at the console's start: features above the kit provide them. */
export const provideCommonTabs = (tabs: CommonTabs): void => {
  tabsOf = tabs;
};

export const commonTabs: CommonTabs = (resource, can) => tabsOf(resource, can);
