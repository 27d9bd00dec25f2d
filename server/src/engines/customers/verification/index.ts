export { verifications } from './tables.ts';
export {
  acceptDocuments,
  documentPictures,
  documentsToWrite,
  expireVerifications,
  notifyReviewers,
  rejectDocuments,
} from './verifications.ts';
