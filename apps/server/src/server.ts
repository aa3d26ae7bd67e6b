import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { callTable } from '@telltale/contract';
import { deviceWebSocket } from '#broker/device-web-socket.ts';
import { startDeviceBroker } from '#broker/start-device-broker.ts';
import type { Config } from '#config/config.ts';
import { createLog, type Log } from '#config/log.ts';
import { controlCommands } from '#control/commands.ts';
import { startControlServer } from '#control/control-server.ts';
import { mapOrigins } from '#features/config-files/map-origins.ts';
import { RefusalJournal } from '#features/operations/refusal-journal.ts';
import { findTableFaults } from '#http/call-table-check.ts';
import { createHttpServer } from '#http/http-server.ts';
import { serveUpgrades } from '#http/upgrades.ts';
import { liveHubUpgrade } from '#live-hub/live-hub-upgrade.ts';
import { startBackups } from './backups/start-backups.ts';
import { type Context, type ContextOptions, createContext } from './context.ts';
import { type CertificateFiles, openCertificates } from './tls/certificate-files.ts';
import { serveSecurely } from './tls/one-port.ts';
import { openRedirectPort, whyClosed } from './tls/redirect-port.ts';

const STALE_CERTIFICATE =
  'The certificate stays the one before: what its files hold now is not fit for use. The log and telltale doctor say why.';
/** What is still being answered gets this long at a stop. */
const DRAIN_MS = 4_000;

export interface ServerOptions extends ContextOptions {
  log?: Log;
  /** Hold every answer against its reply schema (tests). */
  checkReplies?: boolean;
}

export interface RunningServer {
  readonly httpPort: number;
  /** Undefined when MQTT over TCP is off. */
  readonly mqttPort: number | undefined;
  /** Undefined when MQTT over TLS is off. */
  readonly mqttsPort: number | undefined;
  /** Undefined when who comes without TLS is sent on at the portal's own port alone. */
  readonly redirectPort: number | undefined;
  readonly context: Context;
  readonly certificates: CertificateFiles | undefined;
  /** Takes an error that nobody caught if it came from the device broker, which is brought back; false: it is not its. */
  contain(error: unknown): boolean;
  /** Stops in reverse order of starting; nothing accepted is lost. */
  close(): Promise<void>;
}

/** Starts a portal; port 0 takes any free one. */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<RunningServer> {
  const log = options.log ?? createLog(config.logLevel);
  const certificates = await openCertificates(config, log, options.clock);
  const context = await createContext(config, log, { ...options, certificates });
  await using opened = new AsyncDisposableStack();
  opened.use(context.closing);

  await context.calculationEngine.start();
  await context.recalculationQueue.start();
  await context.alarmEngine.start();
  context.alertPost.start();
  context.mails.start();

  const table = callTable.map((entry) => entry.call);
  const faults = findTableFaults(table, context.routes);
  if (faults.length > 0) throw new Error(`The call table and the routes do not agree:\n${faults.join('\n')}`);
  const { callers, routes } = context;
  const refusals = new RefusalJournal(context.journal, context.clock);
  opened.defer(() => certificates?.close());
  // Without its text, which names files: who is not logged in reads the health, too.
  context.health.addWarning(() => (certificates?.fault === undefined ? [] : [STALE_CERTIFICATE]));
  const app = createHttpServer({
    certificates,
    onAnswer: (call, ms) => context.callTimes.note(call, ms),
    mapOrigins: await mapOrigins(context.configFiles),
    frameSites: () => context.frameSites.current,
    portalName: () => context.portalName.given,
    whyUnready: context.cluster && (() => context.cluster?.nodes.fault),
    config,
    log,
    callers,
    routes,
    checkReplies: options.checkReplies ?? false,
    onRefused: (caller, call, address) => refusals.refused(caller, call, address),
  });
  const endSilent = certificates && serveSecurely(app.server as HttpsServer, certificates, config);
  opened.defer(async () => {
    endSilent?.();
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await app.close();
    clearTimeout(cut);
  });
  await context.cluster?.news.start();
  opened.defer(() => context.partitions?.close());
  context.partitions?.start();
  await app.listen({ port: config.httpPort, host: config.host });
  const { port: httpPort } = app.server.address() as AddressInfo;
  context.publicAddress.listensAt(httpPort);
  context.cluster?.nodes.listensAt(context.publicAddress.url);
  const redirects = certificates && (await openRedirectPort(config, certificates, httpPort, log));
  opened.defer(() => redirects?.close());
  const shut = redirects && redirects.port === undefined ? config.tls?.redirectPort : undefined;
  if (shut !== undefined) {
    context.health.addWarning(() => [`Who types http:// is not sent on to https: ${whyClosed(shut)}`]);
  }

  opened.defer(() => context.liveHub.close());
  const broker = await startDeviceBroker(context, config, log, certificates);
  opened.defer(() => {
    context.sparkplugHost.goOffline();
    return broker.close();
  });
  opened.defer(() => context.outsideBroker?.close());
  await context.outsideBroker?.start();
  serveUpgrades(app.server, [liveHubUpgrade(context.liveHub, config), deviceWebSocket(broker, config)]);
  // Browsers tell newcomers where their devices connect.
  const { port: mqttPort, securePort: mqttsPort } = broker;
  const secure = mqttsPort === undefined ? {} : { mqttsPort };
  context.configFiles.complete('mqtt.json', { mqttPort: mqttPort ?? null, ...secure });

  startBackups(context, opened);
  const control = await startControlServer(context.folder.controlSocket, context, controlCommands);
  opened.defer(() => control?.close());
  const closing = opened.move();
  const contain = (error: unknown) => broker.contain(error);
  return {
    httpPort,
    mqttPort,
    mqttsPort,
    redirectPort: redirects?.port,
    context,
    certificates,
    contain,
    close: () => closing.disposeAsync(),
  };
}
