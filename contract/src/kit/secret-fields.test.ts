import { expect, it } from 'vitest';
import { registry } from '../registry.ts';
import type { Resource } from './resource.ts';

/** Fields that say where a secret is sent, how safely, and as whom. */
const PLACE = /^(endpoint|host|url|address|port|security|tlsMode|protocol|driverClass)$/;
const ACCOUNT = /^(username|account|accessKey|systemId|merchantId)$/;
/** Secrets that are sent nowhere, and secrets without an account beside others that have one. */
const NOT_SENT = new Set([
  'agent/verification idCardNo', // read by reviewers
  'provider/provider verifyToken', // comes to us with a webhook
  'system/client clientSecret', // comes to us with a sign-in
  'user/bank-card cardNo', // the destination itself
]);
const WITHOUT_ACCOUNT = new Set(['provider/provider secretKey']); // of channels without a system id

const secrets = (registry as readonly Resource[]).flatMap((resource) => {
  const names = Object.keys(resource.fields);
  return names.flatMap((name) => {
    const field = resource.fields[name];
    const key = `${resource.name} ${name}`;
    return field?.kind === 'secret' ? [[key, names, field.options.sentTo ?? []] as const] : [];
  });
});

it.each(secrets)('%s is asked for again when its place or account changes', (key, names, sentTo) => {
  const deciding = names.filter((name) => PLACE.test(name) || (ACCOUNT.test(name) && !WITHOUT_ACCOUNT.has(key)));
  if (NOT_SENT.has(key)) return expect(sentTo).toEqual([]);
  expect(deciding).not.toEqual([]);
  expect(sentTo).toEqual(expect.arrayContaining(deciding));
  expect(names).toEqual(expect.arrayContaining([...sentTo]));
});
