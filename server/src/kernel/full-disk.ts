import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';

const fullDiskErrors = defineErrors({
  DISK_FULL: {
    status: 507,
    zh: '服务器磁盘空间不足，文件未保存，请联系管理员',
    en: 'The server disk is full and the file was not saved; please contact your administrator',
    report: true,
  },
});

/** No space left on the device, or the account's quota of it is used up. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const DEPTH = 5;

/** The refusal for an error of writing to a full disk, also when a library wrapped it; undefined for any other error. */
export function fullDisk(error: unknown): AppError | undefined {
  let at = error;
  for (let depth = 0; depth < DEPTH && typeof at === 'object' && at !== null; depth += 1) {
    if (CODES.has((at as { code?: unknown }).code)) return fullDiskErrors.DISK_FULL();
    at = (at as { cause?: unknown }).cause;
  }
  return undefined;
}
