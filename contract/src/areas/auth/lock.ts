import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, proof } from '../../kit/schema.ts';

/** The password, or (as the console sends it) its SHA-256 hex. The call itself reports an empty one. */
const password = proof(128).default('');

export const lockState = z.object({ isLocked: flag(), hasPassword: flag() });

/** The locked screen of a session. The server refuses every other call of a locked session with 423. */
export const lock = resource('auth/lock', {
  title: { zh: '锁屏', en: 'Screen lock' },
  fields: {},
  calls: {
    state: get({
      title: { zh: '锁屏状态', en: 'Lock state' },
      access: 'signed-in',
      whileLocked: true,
      beforePasswordChange: true,
      data: lockState,
    }),
    /** Refused with LOCK_PASSWORD_NEEDED until a lock password is set. */
    lock: post({
      title: { zh: '锁屏', en: 'Lock the screen' },
      access: 'signed-in',
      untrailed: 'a screen that is locked changes nothing',
    }),
    /** Opens it again, with the lock password or the sign-in password. */
    unlock: post({
      title: { zh: '解锁', en: 'Unlock the screen' },
      access: 'signed-in',
      untrailed: 'a screen that is unlocked changes nothing',
      keyless: 'proof',
      whileLocked: true,
      beforePasswordChange: true,
      input: z.object({ password }),
    }),
    /** Sets the lock password; if there is one, `current` (it, or the sign-in password) is required. */
    'set-password': post({
      title: { zh: '设置锁屏密码', en: 'Set the lock password' },
      access: 'signed-in',
      keyless: 'proof',
      input: z.object({ password, current: proof(128).optional() }),
    }),
  },
});
