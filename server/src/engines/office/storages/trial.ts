import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Storage } from '../../../kernel/files/index.ts';
import { wordsOf } from './open.ts';

interface Step {
  readonly step: 'put' | 'read' | 'delete';
  readonly millis: number;
  readonly problem: string | null;
}

const BYTES = 1024;

/** Writes a small object, reads it back and deletes it; stops at the first failing step. */
export async function tryStorage(
  open: () => Promise<Storage>,
  { tenantId, locale }: { tenantId: string; locale: Locale },
): Promise<{ succeeded: boolean; steps: Step[] }> {
  const steps: Step[] = [];
  const key = `${tenantId}/trial/${randomUUID()}`;
  const content = randomBytes(BYTES);
  const folder = await mkdtemp(path.join(tmpdir(), 'trial-'));
  const step = async (name: Step['step'], work: () => Promise<void>): Promise<boolean> => {
    const begun = performance.now();
    let problem: string | null = null;
    try {
      await work();
    } catch (error) {
      problem = isAppError(error) ? error.say(locale) : wordsOf(error);
    }
    steps.push({ step: name, millis: Math.round(performance.now() - begun), problem });
    return problem === null;
  };
  try {
    let storage: Storage | undefined;
    const file = path.join(folder, 'trial');
    await writeFile(file, content);
    const isPut = await step('put', async () => {
      storage = await open();
      await storage.take(file, key);
    });
    if (!isPut || !storage) return { succeeded: false, steps };
    const { read, delete: remove } = storage;
    const isRead = await step('read', async () => {
      if (!(await buffer(await read(key))).equals(content))
        throw new Error(locale === 'zh' ? '读回的内容与写入的不同' : 'What was read is not what was put');
    });
    const isDeleted = await step('delete', () => remove(key));
    return { succeeded: isRead && isDeleted, steps };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
