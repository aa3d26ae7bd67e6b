/**
 * `npm run bench [name …] [--option …]`: runs each benchmark in its own process, one after the other, and lets it print
 * its table. Without names all of them run; options are handed to each. Numbers are for docs/benchmarks.md; nothing here passes or fails on time.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const suffix = '.bench.ts';
const folder = new URL('.', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(suffix));
const fileOf = new Map(files.map((file) => [basename(file, suffix), file]));
const all = [...fileOf.keys()].sort();

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark is called ${unknown.join(', ')}. There are: ${all.join(', ')}.\n`);
  process.exit(2);
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
process.stdout.write(`# Benchmarks on ${machine}, Node.js ${process.version}\n`);

let failed = false;
for (const name of wanted.length > 0 ? wanted : all) {
  process.stdout.write(`\n## ${name}\n\n`);
  const code = await new Promise<number | null>((resolve) => {
    const file = fileURLToPath(new URL(fileOf.get(name) ?? '', folder));
    const child = spawn(process.execPath, [file, ...options], { stdio: 'inherit' });
    child.on('exit', resolve);
  });
  if (code !== 0) {
    failed = true;
    process.stderr.write(`${name} ended with ${code}.\n`);
  }
}
process.exit(failed ? 1 : 0);
