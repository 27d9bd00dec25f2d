export {
  announcedTo,
  announcementFor,
  announcementsFor,
  markRead,
  popupsFor,
  readCounts,
} from './announcements.ts';
export { audienceOf, isFor } from './audience.ts';
export { contentErrors, errorAt } from './errors.ts';
export { articleFor, articlesFor, countView, readableArticles, topicsFor } from './instructions.ts';
export { richTexts } from './rich-texts.ts';
export { announcements, instructions, pictureIds } from './tables.ts';
