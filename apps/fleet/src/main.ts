import { parseArgs } from 'node:util';
import { readCredentials } from './fleet/credentials.ts';
import { Fleet } from './fleet/fleet.ts';
import { readMemory } from './fleet/memory-file.ts';
import { fleetMembers } from './world/fleet-members.ts';
import { roster } from './world/roster.ts';

/**
 * The demonstration fleet as a process of its own: `main.ts --credentials file --memory file [--born ms]`. Ends on
 * SIGTERM, on SIGINT, and when the process that started it goes away.
 */
const { values } = parseArgs({
  options: { credentials: { type: 'string' }, memory: { type: 'string' }, born: { type: 'string' } },
});
if (!values.credentials || !values.memory) {
  console.error('usage: main.ts --credentials <file> --memory <file> [--born <ms>]');
  process.exit(2);
}

const fleet = new Fleet({
  membersOf: fleetMembers,
  roster,
  credentials: readCredentials(values.credentials),
  memory: readMemory(values.memory),
  memoryPath: values.memory,
  bornMs: values.born === undefined ? undefined : Number(values.born),
  now: Date.now,
  log: (text) => console.log(text),
});

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  fleet.stop().finally(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

fleet.start();
