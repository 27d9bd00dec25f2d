import { open } from 'node:fs/promises';
import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { avatarAddress, visibleAvatarKey } from '../../engines/identity/index.ts';
import { SNIFF_BYTES, sniff } from '../../kernel/files/index.ts';
import { fileAnswer } from '../../kernel/http/context.ts';
import { runOnce } from '../../kernel/http/idempotency.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';

const YEAR_SECONDS = 31_536_000;
const TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;

export default serve(oss, {
  'endpoint/put-file': {
    keyed: async (c, _input, { keyed, write }) => {
      const file = c.upload();
      const head = await c.app.files.withPath(file.id, readHead);
      const { name, link } = avatarAddress(file, (await sniff(head)).extension);
      return runOnce(c.app.db, keyed, async () => write({ link, domain: '', name, originalName: file.name }));
    },
  },
  'endpoint/put-file-attach': async (c) => {
    const file = c.upload();
    await c.tx(async (tx) => {
      await c.app.files.setLife(tx, [file.id], null);
      announceChange(tx, c.actor.tenantId, ['resource/attach']);
    });
    const link = `/api/resource/attach/preview?id=${file.id}`;
    return { attachId: file.id, link, domain: '', name: file.key, originalName: file.name };
  },
  'endpoint/avatar': async (c, { name }) => {
    const key = await visibleAvatarKey(c.app.db.drizzle, name);
    if (!key) throw commonErrors.NOT_FOUND();
    const { id } = await c.app.files.findByKey(key);
    const type = TYPES[name.endsWith('.png') ? 'png' : 'jpg'];
    // A new picture has a new name, so a browser never has to ask twice.
    return fileAnswer({ name, type, stream: await c.app.files.open(id), maxAgeSeconds: YEAR_SECONDS });
  },
});

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
