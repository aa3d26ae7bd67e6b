import { parseArgs } from 'node:util';
import { findKind, kindNames, simulatedMembers } from './simulate/simulated-kinds.ts';
import { Simulation } from './simulate/simulation.ts';

/**
 * `telltale simulate` as a process of its own. The gateway token comes in the environment, so that it stands in no list
 * of processes: TELLTALE_GATEWAY_TOKEN.
 */
const MAX_DEVICES = 10_000;
const REPORT_MS = 5_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
    definition: { type: 'string', default: 'Pump Station' },
    count: { type: 'string', default: '1' },
    period: { type: 'string', default: '1' },
  },
});

const kind = findKind(values.definition);
const count = Number(values.count);
const seconds = Number(values.period);
const token = process.env.TELLTALE_GATEWAY_TOKEN ?? '';
const fault = !kind
  ? `There is no simulation of ${values.definition}. There is one of: ${kindNames.join(', ')}.`
  : !(Number.isInteger(count) && count >= 1 && count <= MAX_DEVICES)
    ? `The number of devices is a whole number from 1 to ${MAX_DEVICES.toLocaleString('en-US')}.`
    : !(seconds >= 0.1 && seconds <= 60)
      ? 'The period is a number of seconds from 0.1 to 60.'
      : token === ''
        ? 'A gateway token is needed: --token, or TELLTALE_GATEWAY_TOKEN. POST /api/gateways makes one.'
        : undefined;

if (!kind || fault !== undefined) {
  console.error(fault);
  process.exit(2);
}

const periodMs = Math.round(seconds * 1000);
const simulation = new Simulation({
  url: values.url,
  token,
  definition: kind.definition,
  members: simulatedMembers(kind, count, Date.now()),
  periodMs,
  now: Date.now,
});
simulation.start();
console.log(`Simulating ${count} × ${kind.definition} at ${values.url}, every ${seconds} s. Stop with Ctrl+C.`);

const report = setInterval(() => {
  const state = simulation.isConnected ? 'connected' : 'not connected';
  console.log(`${state}, ${simulation.acknowledged.toLocaleString('en-US')} measurements acknowledged`);
}, REPORT_MS);

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  clearInterval(report);
  simulation.stop().finally(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
