/** The front door of verification: nothing else of this folder is imported from outside. */
export { verifications } from './tables.ts';
export {
  acceptDocuments,
  documentPictures,
  documentsToWrite,
  expireVerifications,
  rejectDocuments,
  tellReviewers,
} from './verifications.ts';
