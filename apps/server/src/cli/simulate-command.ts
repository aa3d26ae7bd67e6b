import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';

/** The server knows nothing of the simulated equipment: it is a program of its own. */
const SIMULATE = resolve(import.meta.dirname, '../../../fleet/src/simulate.ts');

interface SimulateOptions {
  definition: string;
  count: string;
  period: string;
  url?: string;
  token?: string;
}

/** Adds `telltale simulate`. */
export function addSimulate(telltale: Command, config: () => Config): void {
  telltale
    .command('simulate')
    .description('run simulated devices against a portal, until stopped')
    .option(
      '--definition <name>',
      'what to simulate: Pump Station, Tank Battery, Seismic Station, Snubbing Unit',
      'Pump Station',
    )
    .option('--count <number>', 'how many devices', '1')
    .option('--period <seconds>', 'between two measurements of a device', '1')
    .option('--url <url>', 'the MQTT address of the portal, e.g. mqtt://localhost:1883')
    .option('--token <token>', 'a gateway token (POST /api/gateways); better in TELLTALE_GATEWAY_TOKEN')
    .action((options: SimulateOptions) => simulate(options, config()));
}

async function simulate({ definition, count, period, url, token }: SimulateOptions, config: Config): Promise<void> {
  if (url === undefined && config.mqttPort === undefined)
    throw new CommandError('MQTT over TCP is off (TELLTALE_MQTT_PORT): give --url.');
  const address = url ?? `mqtt://127.0.0.1:${config.mqttPort}`;
  const args = ['--definition', definition, '--count', count, '--period', period, '--url', address];
  const env = token === undefined ? process.env : { ...process.env, TELLTALE_GATEWAY_TOKEN: token };
  const child = spawn(process.execPath, [SIMULATE, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  // A terminal sends Ctrl+C to both: the simulation ends by itself, and this program with it.
  const wait = () => undefined;
  process.on('SIGTERM', pass).on('SIGINT', wait);
  try {
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  } finally {
    process.off('SIGTERM', pass).off('SIGINT', wait);
  }
}
