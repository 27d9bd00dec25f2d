import { mustBeGiven } from '@trade-assistant/contract/kit/field.ts';
import { expect, it } from 'vitest';
import { changeOf } from '../example-forms.ts';
import { added, type Conformance, removable } from './conformance.ts';

/** Adding, changing and removing. */
export function describeForms(conformance: Conformance): void {
  const { resource, example, product, list, form, add, change } = conformance;
  const { name, fields, calls, unique = [] } = resource;
  const admin = () => product().admin;
  const at = (call: string | undefined) => `${name}/${call}`;
  const total = async () => (await admin().get(at(list))).body.data.total as number;
  const detail = async (id: string) => (await admin().get(at('detail'), { id })).body.data;
  const changes = async () => changeOf(resource, await form());
  const required = Object.entries(fields).flatMap(([key, { options }]) =>
    options.required && options.form !== false ? [key] : [],
  );

  const given = required.filter((key) => fields[key] && mustBeGiven(fields[key]));
  const ownValues = required.filter((key) => !given.includes(key) && fields[key]?.options.when === undefined);

  if (calls[add ?? '']?.standard && calls['detail'] && ownValues.length > 0)
    it('sets defaults for omitted fields', async () => {
      const whole = await form();
      // An example may need another value than its own: a route and its method.
      const isOwn = (key: string) => {
        const initial = fields[key]?.options.initial;
        return ownValues.includes(key) && (initial === undefined || whole[key] === initial);
      };
      const sent = Object.fromEntries(Object.entries(whole).filter(([key]) => !isOwn(key)));
      const { status, body } = await admin().post(at(add), sent);
      expect([status, body.msg]).toEqual([200, expect.any(String)]);
      const row = await detail(body.data.id);
      for (const key of ownValues.filter(isOwn)) {
        const { initial, follows, generated } = fields[key]?.options ?? {};
        if (generated) expect(row[key], key).toMatch(new RegExp(`^${generated}-\\d{8}$`));
        else expect(row[key], key).toEqual(follows ? row[follows] : initial);
      }
    });

  if (calls[add ?? '']?.standard)
    it('names each required field that is missing or empty, and adds nothing', async () => {
      const whole = await form();
      const before = await total();
      for (const key of given)
        for (const value of [undefined, null]) {
          const { status, body } = await admin().post(at(add), { ...whole, [key]: value });
          expect([status, body.data?.fields], key).toEqual([400, [expect.objectContaining({ field: key })]]);
        }
      expect(await total()).toBe(before);
    });

  it('refuses unknown fields by name, and computed ones', async () => {
    const whole = await form();
    const before = await total();
    const { status, body } = await admin().post(at(add), { ...whole, nonsense: 1 });
    expect([status, body.bizCode, body.msg]).toEqual([400, 'UNKNOWN_PARAMETER', expect.stringContaining('nonsense')]);
    for (const column of ['tenantId', 'createUser', 'deletedAt', 'ownerId'])
      if (!(column in fields))
        expect((await admin().post(at(add), { ...whole, [column]: '1' })).status, column).toBe(400);
    expect(await total()).toBe(before);
  });

  it('keeps texts within their length', async () => {
    const whole = await form();
    for (const [key, field] of Object.entries(fields)) {
      if (!field.max || field.max > 10_000 || field.options.form === false || typeof whole[key] !== 'string') continue;
      const { status, body } = await admin().post(at(add), { ...whole, [key]: 'x'.repeat(field.max + 1) });
      expect([status, body.data?.fields?.[0]?.field], key).toEqual([400, key]);
    }
  });

  for (const taken of unique)
    it(`has no two rows of one ${taken.join(' and ')}`, async () => {
      const first = await form();
      expect((await admin().post(at(add), first)).status).toBe(200);
      const again = { ...(await form()), ...Object.fromEntries(taken.map((key) => [key, first[key]])) };
      const { status, body } = await admin().post(at(add), again);
      expect([status, body.bizCode]).toEqual([400, 'DUPLICATE']);
      expect(body.msg).toContain(String(first[taken[0] ?? '']));
      expect(body.data.fields).toEqual(taken.map((field) => expect.objectContaining({ field })));
    });

  it('is executed once per key', async () => {
    const [body, headers] = [await form(), { 'idempotency-key': `conformance-${name}` }];
    const before = await total();
    const [first, second] = [await admin().post(at(add), body, headers), await admin().post(at(add), body, headers)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await total()).toBe(before + 1);
  });

  if (change && calls['detail'] && 'version' in fields)
    it('is changed only from its last state', async () => {
      const id = await added(conformance);
      const before = await detail(id);
      const sent = await changes();
      const changed = await admin().post(at(change), { ...sent, id, version: before.version });
      expect([changed.status, changed.body.msg]).toEqual([200, expect.any(String)]);
      const after = await detail(id);
      expect(after.version).toBeGreaterThan(before.version);
      const stale = await admin().post(at(change), { ...sent, id, version: before.version });
      expect([stale.status, stale.body.bizCode]).toEqual([400, 'STALE_DATA']);
      expect(await detail(id)).toEqual(after);
    });

  it('records actor and values before and after in the audit trail', async () => {
    // Other tests' changes of other tables may have the same id.
    const before = await product().db.pool.query('select coalesce(max(id), 0) as id from audit_log');
    const id = await added(conformance);
    if (change) expect((await admin().post(at(change), { ...(await changes()), id })).status).toBe(200);
    const { rows } = await product().db.pool.query(
      'select account, action, before, after from audit_log where object_type = $1 and id > $4 and (object_id = $2 or after::text ~ $3) order by id',
      [name, id, `"id": ${id}[,}]`, before.rows[0].id],
    );
    expect(rows.map(({ account, action }) => [account, action])).toEqual(
      [add, change].flatMap((action) => (action ? [['admin', action]] : [])),
    );
    expect(rows.at(-1)?.after).not.toBeNull();
    const hasSecret = Object.values(fields).some(({ kind }) => kind === 'secret');
    // Only passwords are masked; a suppressed number is stored masked.
    const said = JSON.stringify(rows).replaceAll(/"\w*password\w*":"\*{3}"|"\+?\d*\*{4}\d{4}"/g, '');
    if (!hasSecret) expect(said).not.toContain('***');
    for (const [key, { kind }] of Object.entries(fields))
      if (kind === 'secret') expect(JSON.stringify(rows), key).not.toContain(String((await form())[key]));
  });

  if (calls['remove'])
    it('is removed once, completely or not', async () => {
      const id = await removable(conformance);
      const together = await admin().post(at('remove'), { ids: `${id},999999999999` });
      if (calls['remove']?.standard) expect(together.status).toBe(404);
      if (calls['detail'] && calls['remove']?.standard)
        expect((await admin().get(at('detail'), { id })).status).toBe(200);
      const lonely = calls['remove']?.standard ? id : await removable(conformance);
      const removed = await admin().post(at('remove'), { ids: lonely });
      expect([removed.status, removed.body.msg]).toEqual([200, expect.any(String)]);
      if (calls['detail']) expect((await admin().get(at('detail'), { id: lonely })).status).toBe(404);
      if (calls['remove']?.standard) expect((await admin().post(at('remove'), { ids: lonely })).status).toBe(404);
      if (!calls['restore']) return;
      expect((await admin().post(at('restore'), { ids: lonely })).status).toBe(200);
      if (calls['detail']) expect((await admin().get(at('detail'), { id: lonely })).status).toBe(200);
    });

  for (const [index, use] of (example.used ?? []).entries())
    it(`is not removed while it is used (${index + 1})`, async () => {
      const id = await added(conformance);
      await use(product(), await detail(id));
      const { status, body } = await admin().post(at('remove'), { ids: id });
      expect([status, body.bizCode, body.data.references?.[0]?.count]).toEqual([400, 'IN_USE', 1]);
      expect((await admin().get(at('detail'), { id })).status).toBe(200);
    });

  const parent = resource.parentField;
  if (parent)
    it('is a tree without circles, whose children are removed before their parent', async () => {
      const stem = await added(conformance);
      const below = { ...(await form()), [parent]: stem, ...example.branch?.(await detail(stem)) };
      const branch = (await admin().post(at(add), below)).body.data.id;
      for (const above of [stem, branch]) {
        const { status, body } = await admin().post(at(change), { id: stem, [parent]: above });
        expect([status, body.bizCode]).toEqual([400, 'TREE_CYCLE']);
      }
      expect((await admin().post(at(change), { id: branch, [parent]: '999999999999' })).body.bizCode).toBe(
        'TREE_PARENT',
      );
      expect((await admin().post(at('remove'), { ids: stem })).body.bizCode).toBe('IN_USE');
      expect((await admin().post(at('remove'), { ids: `${stem},${branch}` })).status).toBe(200);
    });
}
