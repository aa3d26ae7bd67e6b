import { systemClock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { startServer } from '../../server.ts';

/**
 * A node of a portal as a process that can be killed; its settings come as JSON in the environment. Each has a history of its
 * own, in place of the server that nodes share: what was stored is in one of them.
 */
const config = JSON.parse(process.env.NODE_SETTINGS ?? '{}') as Config;
const log = createLog('warn');
const ended = () => process.exit(1);
const server = await startServer(config, {
  log,
  clock: systemClock,
  onDatabaseTaken: ended,
  passwordCostLog2: 4,
});
process.on('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, 'a node did not end as it should');
      process.exit(1);
    },
  );
});
process.stdout.write('NODE SERVES\n');
