export { verifications } from './tables.ts';
export {
  acceptDocuments,
  documentPictures,
  documentsToWrite,
  expireVerifications,
  rejectDocuments,
  tellReviewers,
} from './verifications.ts';
