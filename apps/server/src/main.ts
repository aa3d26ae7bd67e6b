import { flushCompileCache } from 'node:module';
import { type Config, loadEnvFile, readConfig } from '#config/config.ts';
import { createLog, type Log } from '#config/log.ts';
import { DatabaseDamagedError } from '#db/migrate.ts';
import { isForThisMachineAlone } from '#http/protection/clear-text.ts';
import { isLoopback } from '#http/protection/host-check.ts';
import { serveDamageNotice } from './damage-notice.ts';
import { showFirstAccount } from './first-start.ts';
import { describeForOperator, exitCodeFor } from './operator-errors.ts';
import { type RunningServer, startServer } from './server.ts';
import { openCertificates } from './tls/certificate-files.ts';

/** A stop that takes longer is cut off: whoever sent the signal waits ten seconds (guarantees R6). */
const STOP_LIMIT_MS = 9_000;

async function main(): Promise<void> {
  // Everything that is written is for this user only (guarantees I4).
  process.umask(0o077);
  loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Until it serves there is nothing that would have to be stopped in order.
  let onDatabaseTaken = (): void => process.exit(1);
  const options = { log, onFirstAccount: showFirstAccount, onDatabaseTaken: () => onDatabaseTaken() };
  const server = await startServer(config, options).catch((error: unknown) => {
    if (error instanceof DatabaseDamagedError) return standIn(config, log, error);
    throw error;
  });
  if (server === undefined) return;
  stopOnSignal(server);
  const address = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${server.httpPort}`;
  if (config.allowInsecure && !isLoopback(config.host)) {
    log.warn('passwords and tokens of other machines are taken without TLS (TELLTALE_ALLOW_INSECURE)');
  } else if (isForThisMachineAlone(config) && !isLoopback(config.host)) {
    log.warn(
      'without a certificate only this machine is let in: set TELLTALE_TLS_CERT and TELLTALE_TLS_KEY, TELLTALE_TRUSTED_PROXIES where a proxy ends TLS, or on a network that you trust TELLTALE_ALLOW_INSECURE=on',
    );
  }
  // Whoever is killed has no orderly end at which Node would write down what it compiled for the next start.
  flushCompileCache();
  const { mqttPort, mqttsPort } = server;
  log.info({ address, mqttPort, mqttsPort, data: config.dataFolder }, 'Telltale is serving');

  function stopOnSignal(running: RunningServer): void {
    let isStopping = false;
    const stop = (why: string, exitCode: number) => {
      if (isStopping) return;
      isStopping = true;
      log.info({ why }, 'Telltale is stopping');
      setTimeout(() => {
        log.error('stopping took too long');
        process.exit(1);
      }, STOP_LIMIT_MS).unref();
      running.close().then(
        () => process.exit(exitCode),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    };
    onDatabaseTaken = () => stop('another portal has taken the database', 1);
    process.on('SIGTERM', () => stop('SIGTERM', 0));
    process.on('SIGINT', () => stop('SIGINT', 0));
    // After an error that nobody caught nothing is known about the state in memory: write out what is accepted and let
    // the supervisor start anew. A rejected promise that nobody waits for is a bug of one call: it is logged.
    process.on('uncaughtException', (error) => {
      if (running.contain(error)) return;
      log.fatal({ err: error }, 'an error was not caught');
      stop('uncaught error', 1);
    });
    process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection was not handled'));
  }
}

/** Says what is wrong at the portal's address until the operator ends it: see serveDamageNotice. */
async function standIn(config: Config, log: Log, error: DatabaseDamagedError): Promise<undefined> {
  log.fatal(error.message);
  process.stderr.write(`${error.message}\n`);
  const notice = await serveDamageNotice(config, await openCertificates(config, log));
  log.info({ httpPort: notice.httpPort }, 'answering 503 until this process is ended');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void notice.close().then(() => process.exit(0)));
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeForOperator(error)}\n`);
  process.exit(exitCodeFor(error));
});
