import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { flag, proof } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';

/** A typed password or, as the console sends it, its SHA-256 hex. */
const password = proof(128).min(1);
/** Six digits of the app, or one of the recovery codes; blanks and dashes do not matter. */
const code = proof(32).trim().min(1);
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second step at sign-in: codes of an authenticator app (RFC 6238), and recovery codes for when it is lost. */
export const twoFactor = resource('auth/two-factor', {
  title: { zh: '两步验证', en: 'Two-step verification' },
  fields: {},
  calls: {
    state: get({
      title: { zh: '两步验证状态', en: 'Status' },
      access: 'signed-in',
      beforeSecondFactor: true,
      data: z.object({ isOn: flag(), since: time().nullable(), codesLeft: z.int() }),
    }),
    /** Answers the secret for the app. Sign-in asks for no code before `confirm`. */
    enrol: post({
      title: { zh: '开始设置两步验证', en: 'Start setup' },
      access: 'signed-in',
      beforeSecondFactor: true,
      untrailed: 'begins what confirm switches on',
      keyless: 'proof',
      input: z.object({ password }),
      /** `uri` is the content of the QR code, `secret` (base32) is for typing without a camera. */
      data: z.object({ secret: z.string(), uri: z.string() }),
    }),
    /** Repeats the verification for calls that need it (`stepUp`); valid for ten minutes of this session. */
    verify: post({
      title: { zh: '再次验证身份', en: 'Verify again' },
      access: 'signed-in',
      beforePasswordChange: true,
      keyless: 'proof',
      input: z.object({ code }),
    }),
    /** Enables it; the recovery codes are answered only this once. */
    confirm: post({
      title: { zh: '开启两步验证', en: 'Switch on' },
      access: 'signed-in',
      beforeSecondFactor: true,
      keyless: 'proof',
      input: z.object({ code }),
      data: recoveryCodes,
    }),
    disable: post({
      title: { zh: '关闭两步验证', en: 'Switch off' },
      access: 'signed-in',
      keyless: 'proof',
      input: z.object({ password, code }),
    }),
    /** New recovery codes in place of all before. */
    'renew-codes': post({
      title: { zh: '重新生成恢复码', en: 'New recovery codes' },
      access: 'signed-in',
      keyless: 'proof',
      input: z.object({ password, code }),
      data: recoveryCodes,
    }),
  },
});
