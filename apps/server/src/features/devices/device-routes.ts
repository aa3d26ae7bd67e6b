import { devices, type GatewayId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest, notFound } from '#http/errors.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { Connections } from '#ingest/connections.ts';
import type { DeviceRegistry } from '#ingest/device-registry.ts';
import { EXCERPT_LENGTH, PayloadError } from '#ingest/incoming.ts';
import { beginningOf, type MessageOrigin } from '#ingest/message-origin.ts';
import { readJson, setAsideWhole } from '#ingest/payload.ts';
import { IntakeReport } from '#ingest/quarantine/intake-report.ts';
import type { Quarantine } from '#ingest/quarantine/quarantine.ts';
import type { QuarantineSource } from '#ingest/quarantine/quarantine-repository.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { ThingsBoardIntake } from '#ingest/thingsboard/thingsboard-intake.ts';
import type { DeviceRequests, TokenHolder } from './device-requests.ts';

export interface DeviceRouteParts {
  registry: DeviceRegistry;
  requests: DeviceRequests;
  thingsBoard: ThingsBoardIntake;
  connections: Connections;
  quarantine: Quarantine;
  /** Whether there is such a gateway in the caller's admin unit. */
  canSeeGateway: (caller: Caller, gatewayId: GatewayId) => Promise<boolean>;
}

type Into = (
  device: RegisteredDevice,
  json: unknown,
  how: { report: IntakeReport; origin: MessageOrigin },
) => Promise<void>;

/** The HTTP form of the device API: 200 once the data is on disk. */
export function deviceRoutes({
  registry,
  requests,
  thingsBoard,
  connections,
  quarantine,
  canSeeGateway,
}: DeviceRouteParts): Route[] {
  const take = async (token: string, body: unknown, into: Into): Promise<Answer> => {
    await requests.admit(token, (principal) => takeFrom(principal, body, into));
    return new Answer(200, {});
  };

  /** What cannot be stored is set aside, as over MQTT; here the device is told, too. */
  async function takeFrom(principal: TokenHolder, body: unknown, into: Into): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (principal.kind === 'asset') connections.contact(principal.device.assetId);
    const report = new IntakeReport();
    try {
      const json = readJson(bytes);
      const device =
        principal.kind === 'asset' ? principal.device : await thingsBoard.gatewayItself(principal.gateway, json);
      connections.contact(device.assetId);
      const sender = principal.kind === 'asset' ? '' : principal.gateway.name;
      await into(device, json, { report, origin: { way: 'http', sender, text: beginningOf(bytes) } });
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      const excerpt = bytes.subarray(0, EXCERPT_LENGTH).toString('utf8');
      const [source, name] =
        principal.kind === 'asset'
          ? [{ assetId: principal.device.assetId }, principal.device.serialNumber]
          : [{ gatewayId: principal.gateway.gatewayId }, principal.gateway.name];
      quarantine.add(source, name, [setAsideWhole(error, excerpt)]);
      throw badRequest(`The body cannot be taken: ${error.message}.`);
    }
    if (report.refusal !== undefined) throw badRequest(`Nothing of the body could be stored: ${report.refusal}.`);
  }

  async function quarantineOf(source: QuarantineSource): Promise<devices.QuarantineReply> {
    const countSinceStart = await quarantine.countEverywhere(source);
    const entries = await quarantine.list(source);
    return {
      countSinceStart,
      entries: entries.map(({ receivedMs, reason, label, timeMs, excerpt }) => ({
        received: new Date(receivedMs).toISOString(),
        reason,
        label,
        timestamp: timeMs,
        excerpt,
      })),
    };
  }

  return [
    route(
      devices.postTelemetry,
      ({ params, body }) => take(params.token, body, (...taken) => thingsBoard.telemetry(...taken)),
      { rawBody: true },
    ),

    route(
      devices.postDeviceAttributes,
      ({ params, body }) =>
        take(params.token, body, (device, json, { report }) => thingsBoard.attributes(device, json, report)),
      { rawBody: true },
    ),

    route(devices.listQuarantine, async ({ caller, params }) => {
      const asset = caller.visibility.canSee(params.assetId) ? await registry.get(params.assetId) : undefined;
      if (!asset) throw notFound('The asset');
      return quarantineOf({ assetId: asset.assetId });
    }),

    route(devices.listGatewayQuarantine, async ({ caller, params }) => {
      if (!(await canSeeGateway(caller, params.gatewayId))) throw notFound('The gateway');
      return quarantineOf({ gatewayId: params.gatewayId });
    }),
  ];
}
