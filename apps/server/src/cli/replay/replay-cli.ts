import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayId } from '@telltale/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { runCommand } from '#control/run-command.ts';
import { isLocked } from '../../data-folder.ts';
import { type CsvArguments, readCsvArguments, withCsvOptions } from '../import/csv-arguments.ts';
import { openNamedTable } from '../import/import-command.ts';
import { ProgressLine } from '../import/progress-line.ts';
import { userPath } from '../user-path.ts';
import { replay } from './replay.ts';
import { replayBeginCommand, replayEndCommand } from './replay-command.ts';
import { connectReplay } from './replay-sender.ts';

interface ReplayArguments extends CsvArguments {
  asset: string;
  token?: string;
  url?: string;
  definition?: string;
  create: boolean;
  speed: number;
  loop: boolean;
  originalTimes: boolean;
}

/** Adds `telltale replay`. */
export function addReplay(telltale: Command, config: () => Config, say: (line: string) => void): void {
  const command = telltale
    .command('replay <file>')
    .description('send a CSV file over MQTT as a live device, at the pace of its times')
    .requiredOption('--asset <serial>', 'the serial number of the asset')
    .option('--token <token>', "the asset's access token; without it the portal on this data folder lends one")
    .option('--url <url>', 'the MQTT address of the portal, e.g. mqtt://localhost:1883')
    .option('--create', 'create the asset, and its definition, when there is none', false)
    .option('--definition <name>', 'the definition of an asset that is created')
    .option('--speed <factor>', '2 is twice as fast as recorded', readSpeed, 1)
    .option('--loop', 'begin again at the end, until stopped', false)
    .option('--now', 'send with the present times (this is the default)')
    .option('--original-times', 'send the recorded times instead of the present ones', false);
  withCsvOptions(command).action(async (file: string, options: ReplayArguments) => {
    const csv = { ...readCsvArguments(options) };
    const table = await openNamedTable(userPath(file), csv);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const loan =
      options.token === undefined ? await borrowGateway(config(), options, table.layout.valueColumns) : undefined;
    const line = new ProgressLine(process.stderr);
    try {
      const url = options.url ?? defaultUrl(config());
      const sender = await connectReplay(url, loan?.accessToken ?? options.token ?? '', loan?.serialNumber);
      say(`Sending ${file} as ${loan?.serialNumber ?? options.asset} to ${url}${paceText(options)}. Stop with Ctrl+C.`);
      try {
        const rows = await replay({
          table,
          labels: loan?.labels ?? table.layout.valueColumns.map((column) => column.name),
          speed: options.speed,
          loop: options.loop,
          keepTimes: options.originalTimes,
          send: (samples) => untilStopped(sender.send(samples), stop.signal),
          nowMs: () => Date.now(),
          waitUntil,
          onSent: ({ rows: sent, fileTimeMs }) =>
            line.show(`${sent.toLocaleString('en-US')} rows sent, up to ${new Date(fileTimeMs).toISOString()}`),
          signal: stop.signal,
        });
        line.clear();
        say(`${rows.toLocaleString('en-US')} rows were sent.`);
      } finally {
        await sender.close();
      }
    } finally {
      line.clear();
      if (loan) await runCommand(config(), replayEndCommand, { gatewayId: loan.gatewayId as GatewayId });
    }
  });
}

async function borrowGateway(
  config: Config,
  options: ReplayArguments,
  columns: readonly { index: number; name: string }[],
) {
  if (!(await isLocked(config.dataFolder))) {
    throw new CommandError(
      `No portal runs on the data folder ${config.dataFolder}. Start it, or give --url and --token of one that runs elsewhere.`,
    );
  }
  return runCommand(config, replayBeginCommand, {
    serialNumber: options.asset,
    create: options.create,
    columns: [...columns],
    ...(options.definition === undefined ? {} : { definitionName: options.definition }),
  });
}

function defaultUrl({ mqttPort }: Config): string {
  if (mqttPort === undefined) throw new CommandError('MQTT over TCP is off (TELLTALE_MQTT_PORT): give --url.');
  return `mqtt://127.0.0.1:${mqttPort}`;
}

/** A message that waits for a portal that is away must not keep Ctrl+C waiting. */
async function untilStopped(sending: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve: stopped } = Promise.withResolvers<void>();
  const listener = () => stopped();
  if (signal.aborted) return;
  signal.addEventListener('abort', listener, { once: true });
  await Promise.race([sending, promise]);
  signal.removeEventListener('abort', listener);
}

/** A timer counts to 24 days; a recording may have a longer gap. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function waitUntil(timeMs: number, signal: AbortSignal): Promise<void> {
  try {
    for (let leftMs = timeMs - Date.now(); leftMs > 0; leftMs = timeMs - Date.now()) {
      await delay(Math.min(leftMs, LONGEST_TIMER_MS), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function paceText({ speed, loop }: ReplayArguments): string {
  return `${speed === 1 ? '' : ` at ${speed} times its speed`}${loop ? ', over and over' : ''}`;
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (!Number.isFinite(speed) || speed <= 0) throw new InvalidArgumentError('It is a number greater than 0.');
  return speed;
}
