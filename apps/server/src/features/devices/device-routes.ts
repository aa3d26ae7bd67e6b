import { devices, type GatewayId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest, HttpError, notFound, unauthorized } from '#http/errors.ts';
import { Answer, type Route, route } from '#http/route.ts';
import type { Connections } from '#ingest/connections.ts';
import type { DeviceRegistry, Principal } from '#ingest/device-registry.ts';
import { EXCERPT_LENGTH, PayloadError } from '#ingest/incoming.ts';
import { readJson, setAsideWhole } from '#ingest/payload.ts';
import type { Quarantine } from '#ingest/quarantine.ts';
import type { QuarantineSource } from '#ingest/quarantine-repository.ts';
import type { RegisteredDevice } from '#ingest/registered-device.ts';
import type { ThingsBoardIntake } from '#ingest/thingsboard/thingsboard-intake.ts';

export interface DeviceRouteParts {
  registry: DeviceRegistry;
  thingsBoard: ThingsBoardIntake;
  connections: Connections;
  quarantine: Quarantine;
  /** Whether there is such a gateway in the caller's admin unit. */
  canSeeGateway: (caller: Caller, gatewayId: GatewayId) => Promise<boolean>;
}

/** Requests of one device that may wait for the disk at the same time. */
const MAX_WAITING_PER_DEVICE = 32;

/** The HTTP form of the device API: 200 once the data is on disk. */
export function deviceRoutes({
  registry,
  thingsBoard,
  connections,
  quarantine,
  canSeeGateway,
}: DeviceRouteParts): Route[] {
  const waiting = new Map<string, number>();

  async function take(
    token: string,
    body: unknown,
    into: (device: RegisteredDevice, json: unknown) => Promise<void>,
  ): Promise<Answer> {
    const principal = await registry.findByToken(token);
    if (!principal) throw unauthorized('Unknown access token.');
    const count = waiting.get(principal.key) ?? 0;
    if (count >= MAX_WAITING_PER_DEVICE) {
      throw new HttpError(429, 'too-many-requests', 'Too many requests of this device at once.', {
        headers: { 'Retry-After': '1' },
      });
    }
    waiting.set(principal.key, count + 1);
    try {
      await takeFrom(await deviceOf(principal), body, into);
    } finally {
      const left = (waiting.get(principal.key) ?? 1) - 1;
      if (left > 0) waiting.set(principal.key, left);
      else waiting.delete(principal.key);
    }
    return new Answer(200, {});
  }

  async function deviceOf(principal: Principal): Promise<RegisteredDevice> {
    return principal.kind === 'asset' ? principal.device : thingsBoard.gatewayItself(principal.gateway);
  }

  /** What cannot be read is set aside, as over MQTT; here the device is told, too. */
  async function takeFrom(
    device: RegisteredDevice,
    body: unknown,
    into: (device: RegisteredDevice, json: unknown) => Promise<void>,
  ): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    connections.contact(device.assetId);
    try {
      await into(device, readJson(bytes));
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      const excerpt = bytes.subarray(0, EXCERPT_LENGTH).toString('utf8');
      quarantine.add({ assetId: device.assetId }, device.serialNumber, [setAsideWhole(error, excerpt)]);
      throw badRequest(`The body cannot be taken: ${error.message}.`);
    }
  }

  async function quarantineOf(source: QuarantineSource): Promise<devices.QuarantineReply> {
    const entries = await quarantine.list(source);
    return {
      countSinceStart: quarantine.countOf(source),
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
      ({ params, body }) => take(params.token, body, (device, json) => thingsBoard.telemetry(device, json)),
      { rawBody: true },
    ),

    route(
      devices.postDeviceAttributes,
      ({ params, body }) => take(params.token, body, (device, json) => thingsBoard.attributes(device, json)),
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
