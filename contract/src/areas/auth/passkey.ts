import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id, proof } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

const fields = {
  name: text({
    label: { zh: '名称', en: 'Name' },
    help: { zh: '便于辨认，例如“办公室电脑”', en: 'A name to recognise it, such as “Office laptop”' },
    max: 40,
    required: true,
  }),
};

/** Input and output of the browser's WebAuthn calls as JSON; only the browser and the server's library read it. */
const ceremony = z.record(z.string(), z.unknown());
/** `ticket` is sent with the browser's answer and is valid once, for five minutes. */
const begun = z.object({ ticket: z.string(), options: ceremony });

/** Passkeys: signing in with a fingerprint, a face or a security key in place of password and code. */
export const passkey = resource('auth/passkey', {
  title: { zh: '通行密钥', en: 'Passkeys' },
  fields,
  calls: {
    list: get({
      title: { zh: '通行密钥', en: 'Passkeys' },
      access: 'signed-in',
      data: z.array(
        z.object({
          id: id(),
          name: z.string(),
          /** The host name it works at. */
          host: z.string(),
          /** Kept by a password manager, so on several devices. */
          isSynced: flag(),
          createTime: time(),
          lastUsedTime: time().nullable(),
        }),
      ),
    }),
    'register-options': post({
      title: { zh: '准备添加通行密钥', en: 'Start adding' },
      access: 'signed-in',
      untrailed: 'asks the browser; register adds',
      keyless: 'proof',
      stepUp: 'owned',
      input: z.object({ password: proof(128).min(1) }),
      data: begun,
    }),
    register: post({
      title: { zh: '添加通行密钥', en: 'Add' },
      access: 'signed-in',
      keyless: 'proof',
      stepUp: 'owned',
      changes: 'credentials',
      input: z.object({ ticket: proof(64), name: fields.name.schema, credential: ceremony }),
      data: z.object({ id: id() }),
    }),
    rename: post({
      title: { zh: '重命名通行密钥', en: 'Rename' },
      access: 'signed-in',
      input: z.object({ id: id(), name: fields.name.schema }),
    }),
    remove: post({
      title: { zh: '删除通行密钥', en: 'Remove' },
      access: 'signed-in',
      stepUp: 'owned',
      changes: 'credentials',
      input: z.object({ id: id() }),
    }),
    /** For the login page; the answer of the browser goes to the token call with `grant_type=passkey`. */
    'sign-in-options': post({
      title: { zh: '准备使用通行密钥登录', en: 'Start sign-in' },
      access: 'public',
      untrailed: 'asks the browser',
      data: begun,
    }),
  },
});
