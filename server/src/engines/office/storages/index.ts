export { ossErrors } from './errors.ts';
export { moveFilesJob } from './move-job.ts';
export { createStorages, openStorage } from './open.ts';
export { type StorageRow, storages } from './tables.ts';
export { tryStorage } from './trial.ts';
