import { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import {
  assertRemovable,
  dictionaryTree,
  dicts,
  dictToWrite,
  entriesBelow,
  entriesToChoose,
  entryReferences,
  listDictionaries,
  takesEntries,
} from '../../engines/office/dictionaries/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(dict, dicts, {
  scope: 'platform',
  usedBy: entryReferences,
  computed: {
    fields: ['takesEntries'],
    fill: async (_c, rows) => rows.map((row) => ({ takesEntries: takesEntries(row) })),
  },
  beforeSave: (c, tx, input, existing) => dictToWrite(tx, c.actor, dicts, input, existing),
  beforeRemove: (c, tx, rows) => assertRemovable(tx, c.actor, dicts, rows),
  actions: {
    'parent-list': (c, query) => listDictionaries(c.app.db, c.actor, dicts, query),
    'child-list': (c, input) => entriesBelow(c.app.db, c.actor, dicts, input),
    tree: (c, { code }) => dictionaryTree(c.app.db, c.actor, dicts, code),
    dictionary: (c, { code }) => entriesToChoose(c.app.db, c.actor, dicts, code),
    labels: async (c, { version }) => {
      // The next answer must not precede the announced change.
      await c.app.dictionaries.refresh();
      const now = c.app.dictionaries.labels();
      if (now.version === version) return { version, dictionaries: null, routes: null };
      return { version: now.version, dictionaries: { ...now.dictionaries }, routes: [...now.routes] };
    },
  },
});
