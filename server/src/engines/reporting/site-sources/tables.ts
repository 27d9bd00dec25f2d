import { websiteSource } from '@trade-assistant/contract/areas/statistics/website-source.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

/** Visits of sites: a row for each visitor, site, day and campaign. */
export const visits = tableOf('src_visit', websiteSource, { without: ['registeredAccount'] });
export type VisitRow = typeof visits.$inferSelect;
