// What `npm run demo|start|test|bench|telltale` call. Plain JavaScript that any Node from 20 on can start, because in a
// bare clone it runs before anything is installed, the product's own Node included.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowsers } from './browsers.mjs';
import { makeFolderInMemory } from './folder-in-memory.mjs';
import { webSourcesHash } from './web-sources.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const BIN = join(ROOT, 'node_modules', '.bin');
/**
 * The product's own Node stands ahead of the machine's, for every program that is started here. What it compiled is kept:
 * the second start of the portal or of a command takes half the time.
 */
const ENV = {
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
};

/**
 * What a message leaves behind in memory lives until it is on disk: a nursery of this size holds it so long, and it need
 * not be moved first (measured: a third less memory under full load).
 */
const PORTAL_ENV = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`.trim() };

const modes = {
  demo: async (args) => {
    await prepare();
    return node('scripts/demo.ts', args, PORTAL_ENV);
  },
  start: async (args) => {
    await prepare();
    return node('apps/server/src/main.ts', args, PORTAL_ENV);
  },
  bench: async (args) => {
    await prepare();
    return node('bench/src/main.ts', args);
  },
  telltale: async (args) => {
    await install();
    return node('apps/server/src/cli/main.ts', args);
  },
  test: test,
  scale: testScale,
};

/**
 * Cheapest first, so that a mistake shows early; what fails ends it once those beside it are through. Unit tests and
 * journeys each take all of a small machine: side by side both would take as long, and each test twice as long.
 */
async function test() {
  await install();
  const folder = process.env.TMPDIR === undefined ? makeFolderInMemory() : undefined;
  try {
    return await testIn(folder === undefined ? {} : { TMPDIR: folder });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param env where tests have temporary files, if not where the system has them */
async function testIn(env) {
  let browsers = {};
  // Beside each other they have no cores to share out within: several checkers each look at the same types again.
  const tsc = (project) => () => nodeInTurn('node_modules/typescript/bin/tsc', ['--singleThreaded', '-p', project]);
  const groups = [
    {
      Types: tsc('tsconfig.node.json'),
      'Types of the web client': tsc('apps/web/tsconfig.json'),
      'Style and walls': () =>
        nodeInTurn('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
      Dependencies: () => nodeInTurn('scripts/check-dependencies.ts'),
      'Web client': () => buildWeb(nodeInTurn),
      Browsers: async () => {
        browsers = await prepareBrowsers();
        return browsers === undefined ? 1 : 0;
      },
    },
    { 'Unit and integration tests': () => node('node_modules/vitest/vitest.mjs', ['run'], env) },
    {
      'Browser journeys': () =>
        node('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e/playwright.config.ts'], {
          ...browsers,
          ...env,
        }),
    },
  ];
  for (const group of groups) {
    say(`${Object.keys(group).join(', ')}…`);
    const codes = await Promise.all(Object.entries(group).map(([name, step]) => timed(name, step)));
    const failed = codes.find((code) => code !== 0);
    if (failed !== undefined) return failed;
  }
  return 0;
}

/**
 * The tests that need ClickHouse's own engine, 550 MB: it is installed apart, by the first of these runs, so that nobody
 * else has to have it.
 */
async function testScale(args) {
  await install();
  const folder = join(ROOT, 'scale');
  if (!existsSync(join(folder, 'node_modules/chdb'))) {
    say("Installing ClickHouse's engine for the tests (once)…");
    // `ci` refuses a lock without the platforms that a registry does not have; this keeps to the lock, too.
    await npm('install', '--no-save', '--prefix', folder);
  }
  return node('node_modules/vitest/vitest.mjs', ['run', '-c', 'scale/vitest.config.ts', ...args]);
}

async function timed(name, step) {
  const started = Date.now();
  const code = await step();
  say(code === 0 ? `${name}: ok, ${((Date.now() - started) / 1000).toFixed(1)} s` : `${name}: failed.`);
  return code;
}

async function prepare() {
  await install();
  const code = await buildWeb();
  if (code !== 0) exit(code);
}

/** Installs when what is installed is not what package-lock.json says. */
async function install() {
  if (isInstalled()) return;
  say('Installing (once, and when the dependencies change)…');
  // In the background of npm ci our own Node may be replaced, so it must not be the one that runs it: npm keeps using
  // the open file, and every later step starts the new one.
  await npm('ci');
}

/** By npm's own script: the npm that started us, not whichever is first on the path. */
function npm(...options) {
  const path = process.env.npm_execpath;
  const [command, first] = path ? [process.execPath, [path]] : ['npm', []];
  return must(command, [...first, ...options, '--no-audit', '--no-fund', '--loglevel=error']);
}

function isInstalled() {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  try {
    const installed = read('node_modules/.package-lock.json');
    const wanted = Object.entries(read('package-lock.json'));
    const isThere = ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      !path.includes('node_modules') ||
      installed[path]?.version === entry.version;
    return wanted.every(isThere) && existsSync(join(BIN, 'node'));
  } catch {
    return false;
  }
}

/** Builds the web client when one of the files it is made of changed. Resolves with the build's exit code. */
async function buildWeb(start = node) {
  const dist = join(ROOT, 'apps/web/dist');
  const stampFile = join(dist, '.built-from');
  const stamp = webSourcesHash(ROOT);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 0;
  say('Building the web client…');
  const code = await start(
    join(ROOT, 'node_modules/vite/bin/vite.js'),
    ['build', '--logLevel', 'warn'],
    {},
    'apps/web',
  );
  if (code !== 0) return code;
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
  return 0;
}

/** The environment that names the browsers of the journeys; undefined when there is none. */
async function prepareBrowsers() {
  const browsers = await findBrowsers({
    env: process.env,
    exists: existsSync,
    install: installPackage,
    versionOf: (name) => output('dpkg-query', ['-W', name]).split('\t')[1]?.trim(),
  });
  if (browsers === undefined)
    say('The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.');
  return browsers;
}

/** On a Debian whose administrator we are. */
async function installPackage(name) {
  if (process.getuid?.() !== 0 || output('apt-get', ['--version']) === '') return;
  say(`Installing ${name} for the browser tests…`);
  const settings = ['Acquire::Retries=0', 'Acquire::http::Timeout=20', 'DPkg::Lock::Timeout=60'];
  const options = { stdio: 'ignore', env: { ...ENV, DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (...args) => run('apt-get', ['-qq', ...settings.flatMap((one) => ['-o', one]), ...args], options);
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  if ((await install()) === 0) return;
  await apt('update');
  if ((await install()) !== 0) say(`${name} could not be installed.`);
}

/** What a program of the machine prints; nothing when there is none, or it fails. */
function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

/** Runs a script with the product's own Node. Resolves with its exit code. */
function node(script, args = [], env = {}, folder = '.', options = {}) {
  const cwd = join(ROOT, folder);
  return run(join(BIN, 'node'), [script, ...args], { env: { ...ENV, ...env }, cwd, ...options });
}

/** The same, and what it prints comes in one piece at its end: others run beside it. */
function nodeInTurn(script, args = [], env = {}, folder = '.') {
  return node(script, args, env, folder, { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function must(command, args) {
  const code = await run(command, args, { env: ENV, cwd: ROOT });
  if (code !== 0) exit(code);
}

function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const held = [];
    const print = () => {
      for (const piece of held.splice(0)) process.stderr.write(piece);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => held.push(piece));
    // Whoever stops us means the program that we started; it decides how long it takes.
    const pass = (signal) => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, pass);
    // A terminal sends Ctrl+C to both; here it must not end us before the program has ended.
    const wait = () => undefined;
    // npm, when it is ended, does not always pass it on: without the parent that started us the program must stop too.
    const parent = process.ppid;
    const orphaned = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
    process.on('SIGINT', wait);
    child.on('error', (error) => {
      say(`${command} cannot be started: ${error.message}`);
      done(1);
    });
    child.on('close', (code, signal) => {
      for (const name of ['SIGTERM', 'SIGHUP']) process.off(name, pass);
      process.off('SIGINT', wait);
      clearInterval(orphaned);
      print();
      done(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

function say(text) {
  process.stderr.write(`\n${text}\n`);
}

function exit(code) {
  process.exit(code);
}

const [mode = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(modes, mode)) {
  say(`usage: node scripts/run.mjs ${Object.keys(modes).join('|')}`);
  exit(2);
}
exit(await modes[mode](args));
