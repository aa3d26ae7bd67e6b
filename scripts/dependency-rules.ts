/** One workspace: its package.json and the text of its source files. */
export interface Workspace {
  folder: string;
  manifest: Manifest;
  sources: readonly { path: string; text: string }[];
}

export interface Manifest {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

export interface Lock {
  packages: Record<string, { version?: string; hasInstallScript?: boolean; link?: boolean; dev?: boolean }>;
}

/** Oldest version without a known hole or bug that matters here (guarantees §3). */
export const FLOORS: Readonly<Record<string, string>> = {
  fastify: '5.12.1',
  '@fastify/multipart': '10.1.9',
  '@fastify/busboy': '3.2.1',
  '@fastify/static': '9.1.1',
  '@fastify/proxy-addr': '5.1.1',
  'fast-jwt': '6.3.0',
  aedes: '1.1.3',
  mqtt: '5.16.0',
  ws: '8.23.0',
  dompurify: '3.4.17',
};

/** Packages with a history that no wrapper makes good (guarantees §0 K8, K12). */
export const BANNED: readonly string[] = [
  '@fastify/middie',
  '@fastify/express',
  '@fastify/reply-from',
  '@fastify/http-proxy',
  'vm2',
  'expr-eval',
];

/** Dependencies that no source file imports, and what they are for. */
export const NOT_IMPORTED: Readonly<Record<string, string>> = {
  node: 'the Node.js that everything runs on',
  typescript: 'the type checker',
  '@biomejs/biome': 'formatter and linter',
  jsdom: "vitest's browser environment",
};

/** Every workspace may use what the root holds for tests. */
const TEST_TOOLS = new Set(['vitest', 'fast-check']);

/** The package of an import: `zod/mini` is zod, `@a/b/c` is @a/b; undefined for what is not a package. */
export function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|#|node:|data:|virtual:|https?:)|\$\{/.test(specifier)) return undefined;
  const [first = '', second] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second ?? ''}` : first;
}

const IMPORT =
  /(?:(?<!['"])\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|@import\s+|\brequire\.resolve\(\s*|import\.meta\.resolve\(\s*)(['"])([^'"\n]+)\1/g;

/** Packages that a source file imports, in any of the forms of import. */
export function importsOf(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(IMPORT)].flatMap((match) => packageOf(match[2] ?? '') ?? []);
}

/** Everything that is wrong with the dependencies, one line each. */
export function findDependencyFaults(root: Manifest, workspaces: readonly Workspace[], lock: Lock): string[] {
  return [
    ...workspaces.flatMap((workspace) => findImportFaults(workspace, root)),
    ...findUnusedInRoot(root, workspaces),
    ...findLockFaults(root, lock),
  ];
}

/** `geojson` is @types/geojson, `@a/b` is @types/a__b. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`;
}

function findImportFaults({ folder, manifest, sources }: Workspace, root: Manifest): string[] {
  const declared = namesIn(manifest);
  const used = new Set<string>();
  const faults: string[] = [];
  for (const { path, text } of sources) {
    for (const name of importsOf(text)) {
      used.add(name);
      // `import type` from what has no code of its own: the types' package stands for it.
      if (declared.has(name) || declared.has(typesOf(name)) || name === manifest.name) continue;
      if (TEST_TOOLS.has(name) || (folder === '.' && namesIn(root).has(name))) continue;
      faults.push(`${path} imports ${name}, which ${folder}/package.json does not name.`);
    }
    if (/from\s+['"]node:vm['"]/.test(text)) faults.push(`${path} imports node:vm, which is no sandbox.`);
  }
  if (folder === '.') return faults;
  const unused = [...declared].filter((name) => !isUsed(name, used));
  return [...faults, ...unused.map((name) => `${folder}/package.json names ${name}, which nothing there imports.`)];
}

function findUnusedInRoot(root: Manifest, workspaces: readonly Workspace[]): string[] {
  const used = new Set(workspaces.flatMap(({ sources }) => sources.flatMap(({ text }) => importsOf(text))));
  return [...namesIn(root)].filter((name) => !isUsed(name, used)).map((name) => `package.json names ${name}, unused.`);
}

/** `@types/pg` is used where pg is; `@types/node` where anything is. */
function isUsed(name: string, used: ReadonlySet<string>): boolean {
  if (used.has(name) || Object.hasOwn(NOT_IMPORTED, name) || name === '@types/node') return true;
  return name.startsWith('@types/') && used.has(name.slice('@types/'.length));
}

function findLockFaults(root: Manifest, lock: Lock): string[] {
  const faults: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '0.0.0';
    if (BANNED.includes(name)) faults.push(`${name} is banned.`);
    const floor = Object.hasOwn(FLOORS, name) ? FLOORS[name] : undefined;
    // What only tests use meets no stranger's input.
    if (floor !== undefined && !entry.dev && isOlder(version, floor))
      faults.push(`${path} is ${version}, older than ${floor}.`);
    if (entry.hasInstallScript && !Object.hasOwn(root.allowScripts ?? {}, name)) {
      faults.push(`${name} runs a script when it is installed; nobody has reviewed it (allowScripts in package.json).`);
    }
  }
  return faults;
}

function namesIn(manifest: Manifest): Set<string> {
  return new Set([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]);
}

/** Compares versions by their three numbers; a pre-release counts as older than its release. */
export function isOlder(version: string, floor: string): boolean {
  const numbers = (text: string) => (text.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [a, b] = [numbers(version), numbers(floor)];
  for (let index = 0; index < 3; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return version.includes('-') && !floor.includes('-');
}
