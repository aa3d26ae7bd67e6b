import { spawn, spawnSync } from 'node:child_process';

/** Installs a program that a journey runs, where that is possible. */
export function needs(program: string, debianPackage: string): void {
  if (spawnSync(program, ['--help']).error === undefined) return;
  const installed = spawnSync('apt-get', ['install', '-y', '-qq', debianPackage], { stdio: 'ignore' });
  if (installed.status !== 0) throw new Error(`This test needs ${program}: install the package ${debianPackage}.`);
}

/** Runs a block in a shell that stops at the first failure; answers what it printed. */
export async function run(block: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('sh', ['-ec', block], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${block}\nended with ${code}: ${output}`);
  return output;
}
