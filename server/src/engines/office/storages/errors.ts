import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const ossErrors = defineErrors({
  STORAGE_FAILED: {
    status: 503,
    zh: '对象存储“{code}”操作失败：{reason}',
    en: 'The storage “{code}” failed: {reason}',
  },
  STORAGE_TEST_FAILED: {
    status: 400,
    zh: '测试上传未通过，未启用：{problem}',
    en: 'The test upload failed; the storage was not enabled: {problem}',
  },
  STORAGE_HOLDS_FILES: {
    status: 400,
    zh: '存储中已有 {count} 个文件，不能修改存储位置，请另建存储后迁移',
    en: 'The storage holds {count} files, so its location cannot change. Add another storage and move them',
  },
});
