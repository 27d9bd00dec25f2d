/** Who may import whom. ARCHITECTURE.md has them as a table. */
const tests = '(\\.test\\.tsx?$|/testing/|fixture)';

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
/** The groups of engines and their members, from the foundation up: an engine uses those before it. */
export const groups = {
  people: ['identity'],
  office: ['messages', 'approvals', 'parameters', 'in-use', 'mail', 'dictionaries', 'regions', 'storages'],
  vendors: ['smpp', 'providers', 'sms'],
  money: ['ledger', 'pricing', 'rebates', 'quotas', 'payments'],
  stock: ['suppliers', 'inventory', 'supplier-claims', 'leases', 'orders', 'preorders', 'warranty'],
  messaging: ['work', 'compliance', 'checks', 'seeds', 'sms-senders', 'sending', 'inbox'],
  customers: ['verification', 'erasure', 'content', 'activities', 'adjustments', 'app-users'],
  reporting: ['closing', 'totals', 'reports', 'site-sources', 'partner-api'],
};
const engines = Object.entries(groups).flatMap(([group, members]) => members.map((engine) => `${group}/${engine}`));

const engineRules = engines.map((engine, index) =>
  forbid(
    `engine-${engine}`,
    { path: `^server/src/engines/${engine}/`, pathNot: tests },
    { path: '^server/src/engines/', pathNot: `^server/src/engines/(${engines.slice(0, index + 1).join('|')})/` },
    'An engine uses the groups above its own, and the members of its own that stand before it',
  ),
);

export default {
  tests,
  forbidden: [
    forbid(
      'contract-knows-zod-only',
      { path: '^contract/src', pathNot: tests },
      { path: '^(server|console|node_modules)/', pathNot: '^node_modules/zod/' },
      'The contract runs everywhere',
    ),
    forbid(
      'contract-no-node',
      { path: '^contract/src', pathNot: tests },
      { dependencyTypes: ['core'] },
      'The contract does no I/O',
    ),
    forbid(
      'kernel-knows-no-business',
      { path: '^server/src/kernel', pathNot: tests },
      { path: '^server/src/(engines|areas|[a-z-]+\\.ts)|^console/' },
      'The kernel knows no business word',
    ),
    forbid(
      'engines-below-areas',
      { path: '^server/src/engines' },
      { path: '^server/src/(areas|[a-z-]+\\.ts)|^console/' },
      'An engine does not know who asks it',
    ),
    forbid(
      'engines-by-the-front-door',
      { path: '^server/src/engines/([^/]+/[^/]+)/', pathNot: tests },
      { path: '^server/src/engines/[^/]+/[^/]+/(?!index\\.ts$)', pathNot: '^server/src/engines/$1/' },
      'Another engine is entered by its index.ts',
    ),
    forbid(
      'areas-are-islands',
      { path: '^server/src/areas/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/areas/', pathNot: '^server/src/areas/$1/' },
      'What two areas need is an engine, a kernel helper or a contract',
    ),
    forbid(
      'areas-by-the-front-door',
      { path: '^server/src/areas', pathNot: tests },
      { path: '^server/src/engines/[^/]+/[^/]+/(?!index\\.ts$)' },
      'An area enters an engine by its index.ts',
    ),
    forbid('console-not-server', { path: '^console/' }, { path: '^server/' }, 'They meet in the contract'),
    forbid('server-not-console', { path: '^server/' }, { path: '^console/src' }, 'They meet in the contract'),
    forbid(
      'kits-know-no-resource',
      { path: '^(contract/src/kit|console/src/kit|server/src/kernel)/', pathNot: tests },
      { path: '^contract/src/areas/' },
      'Kits and kernel serve every resource and know none',
    ),
    forbid(
      'kit-below-shell',
      { path: '^console/src/kit', pathNot: tests },
      { path: '^console/src/(shell|pages|areas|features)' },
      'The kit knows neither shell nor screens, nor what several of them share',
    ),
    forbid(
      'features-on-the-kit',
      { path: '^console/src/features' },
      { path: '^console/src/(shell|pages|areas)' },
      'A feature is used by screens and the shell, and knows neither',
    ),
    forbid(
      'shell-not-screens',
      { path: '^console/src/(shell|pages)' },
      { path: '^console/src/areas' },
      'The shell finds screens by folder',
    ),
    forbid(
      'screens-are-islands',
      { path: '^console/src/areas/([^/]+)/' },
      { path: '^console/src/(shell|pages|areas)/', pathNot: '^console/src/areas/$1/' },
      'A screen stands on the kit and on features',
    ),
    forbid(
      'no-cycles',
      { path: '^(contract|server|console)/' },
      { circular: true },
      'Types count as well: what two files need belongs in a third',
    ),
    forbid(
      'no-packages-of-tests',
      { path: '^(contract|server|console)/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      '`npm start` installs no devDependencies',
    ),
    {
      // Tests are left out by the caller: they use whatever builds what they test.
      ...forbid(
        'no-cycles-of-kernel-folders',
        { path: '^server/src/kernel' },
        { circular: true },
        'The folders of the kernel stand on one another in one order',
      ),
      scope: 'folder',
    },
    forbid(
      'engines-in-groups',
      { path: '^server/src/engines/', pathNot: `^server/src/engines/(${engines.join('|')})/` },
      {},
      'An engine stands in the list of its group',
    ),
    ...engineRules,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
