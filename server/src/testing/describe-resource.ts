import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { describeAccess } from './conformance/access.ts';
import { added, type Conformance, type ResourceExample } from './conformance/conformance.ts';
import { describeForms } from './conformance/forms.ts';
import { describeLists } from './conformance/lists.ts';
import { describeTransitions } from './conformance/transitions.ts';
import { type ExampleForms, exampleForms } from './example-forms.ts';

const ROWS = 3;

/**
 * Tests the rules of every resource of the kit through HTTP: rights, forms with named errors, stale and
 * repeated writes, duplicates, removal, transitions, tenants, paging, every filter and sort, the export and the audit trail.
 */
export function describeResource(resource: Resource, example: ResourceExample = {}): void {
  describe(`${resource.name}, as every resource,`, () => {
    let own: TestApp | undefined;
    let ids: readonly string[] = [];
    let forms: ExampleForms | undefined;
    const product = () => {
      const found = example.product?.() ?? own;
      if (!found) throw new Error('The app is not started yet');
      return found;
    };
    const { calls } = resource;
    const has = (name: string) => (name in calls ? name : undefined);
    const conformance: Conformance = {
      resource,
      example,
      product,
      list: has('page') ?? 'list',
      ids: () => ids,
      form: async () => {
        forms ??= exampleForms(product()).forms;
        const form = forms[resource.name];
        if (!form) throw new Error(`add a form of ${resource.name} to testing/example-forms.ts`);
        return { ...(await form()) };
      },
      add: has('submit') ?? has('save'),
      change: has('submit') ?? has('update'),
    };
    beforeAll(async () => {
      if (!example.product) own = await testApp();
      if (example.rows) ids = await example.rows(product());
      else {
        const made: string[] = [];
        for (let n = 0; n < ROWS; n += 1) made.push(await added(conformance));
        ids = made;
      }
    });
    afterAll(() => own?.close());
    describeAccess(conformance);
    if (conformance.add && !example.rows) describeForms(conformance);
    describeLists(conformance);
    if (resource.transitions) describeTransitions(conformance);
  });
}
