import { expect, it } from 'vitest';
import { openRole } from '../role.ts';
import { secondTenantOf } from '../second-tenant.ts';
import type { Conformance } from './conformance.ts';

/** Tests permissions, and that rows of another tenant are invisible. */
export function describeAccess({ resource, example, product, list, ids, form, add, change }: Conformance): void {
  const { name, calls } = resource;
  const at = (call: string) => `${name}/${call}`;
  // Becomes part of an account's name.
  const tag = name.replaceAll(/\W/g, '_').slice(-16);

  it('needs a session and the permission', async () => {
    const role = `none_${tag}`;
    await openRole(product().db, role, []);
    const nobody = await product().staff(role);
    for (const [call, { methods, access, upload }] of Object.entries(calls)) {
      if (access === 'public' || upload) continue;
      const method = methods[0] === 'GET' ? 'get' : 'post';
      expect((await product().guest[method](at(call))).status, call).toBe(401);
      if (access !== 'signed-in') expect((await nobody[method](at(call))).status, call).toBe(403);
    }
  });

  it('shows and changes nothing of another tenant', async () => {
    const { admin } = await secondTenantOf(product());
    const [id = ''] = ids();
    if (resource.isPlatformWide) {
      // Theirs is none of it, and the calls are refused before anything is read.
      for (const [call, { methods, access, upload }] of Object.entries(calls)) {
        if (access === 'public' || access === 'signed-in' || access.includes(':') || upload) continue;
        const method = methods[0] === 'GET' ? 'get' : 'post';
        expect((await admin[method](at(call), { id, ids: id })).status, call).toBe(403);
      }
      return;
    }
    const { status, body } = await admin.get(at(list), 'id_in' in (await parametersOf()) ? { id_in: id } : {});
    expect(status).toBe(200);
    expect(body.data.records.map((row: { id: string }) => row.id)).not.toContain(id);
    if (calls['detail']) expect((await admin.get(at('detail'), { id })).status).toBe(404);
    if (change && calls[change]?.standard) {
      const first = Object.keys(await form())[0] ?? '';
      expect((await admin.post(at(change), { id, [first]: (await form())[first] })).status).toBe(404);
    }
    if (calls['remove']?.standard) {
      expect((await admin.post(at('remove'), { ids: id })).status).toBe(404);
      expect((await product().admin.get(at('detail'), { id })).status).toBe(200);
    }
  });

  const parametersOf = async (): Promise<Record<string, true>> => {
    const names = calls[list]?.input.meta()?.['parameters'];
    return Object.fromEntries((Array.isArray(names) ? names : []).map((parameter: string) => [parameter, true]));
  };
  if (add === 'submit' && calls['submit']?.standard)
    it('needs the permission to add or to edit, though both use `submit`', async () => {
      const role = `edit_${tag}`;
      await openRole(product().db, role, [`${name}:view`, `${name}:edit`]);
      const editor = await product().staff(role);
      const before = (await editor.get(at(list))).body.data.total;
      expect((await editor.post(at('submit'), await form())).status).toBe(403);
      expect((await editor.get(at(list))).body.data.total).toBe(before);
      // And a user who may only add changes nothing.
      const [id = ''] = ids();
      const more = Object.keys(resource.extras ?? {}).map((extra) => `${name}:${extra}`);
      await openRole(product().db, `add_${tag}`, [`${name}:view`, `${name}:add`, ...more, ...(example.needs ?? [])]);
      const adder = await product().staff(`add_${tag}`);
      const changed = await adder.post(at('submit'), { ...(await form()), id });
      expect(changed.status).toBe(403);
      expect((await adder.post(at('submit'), await form())).body).toMatchObject({ code: 200 });
    });
}
