import type { DeviceAttributes } from '../device-attributes.ts';
import type { GatewayRef } from '../device-registry.ts';
import type { GatewayAssets } from '../gateway-assets.ts';
import { PayloadError, type Reading } from '../incoming.ts';
import { objectOrThrow, readAttributes, readGatewayTelemetry, readTelemetry, setAsideWhole } from '../payload.ts';
import type { IngestPipeline } from '../pipeline.ts';
import type { Quarantine } from '../quarantine.ts';
import type { RegisteredDevice } from '../registered-device.ts';

export interface ThingsBoardParts {
  pipeline: IngestPipeline;
  assets: GatewayAssets;
  attributes: DeviceAttributes;
  quarantine: Quarantine;
}

/** Of devices behind a gateway that does not say what they are. */
const DEFINITION_NAME = 'Gateway device';
/** The gateway itself, when it sends telemetry of its own. */
const GATEWAY_DEFINITION_NAME = 'Gateway';

/** Takes in telemetry and attributes in ThingsBoard's forms, of devices and of gateways; JSON already parsed. */
export class ThingsBoardIntake {
  readonly #parts: ThingsBoardParts;

  constructor(parts: ThingsBoardParts) {
    this.#parts = parts;
  }

  /** Resolves once the points are on disk. @throws {PayloadError} when the JSON is no telemetry */
  telemetry(device: RegisteredDevice, json: unknown): Promise<void> {
    return this.#accept(device, readTelemetry(json));
  }

  /** Resolves once the attributes are stored. @throws {PayloadError} when the JSON is no object */
  async attributes(device: RegisteredDevice, json: unknown): Promise<void> {
    const { attributes, setAside } = readAttributes(json);
    this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, setAside);
    await this.#parts.attributes.save(device, attributes);
  }

  /** The gateway's own telemetry: of the asset that bears its name. */
  async gatewayItself(gateway: GatewayRef): Promise<RegisteredDevice> {
    return this.#parts.assets.ensure(gateway, gateway.name, [GATEWAY_DEFINITION_NAME], GATEWAY_DEFINITION_NAME);
  }

  /**
   * Telemetry of devices behind a gateway.
   * @returns the devices it named
   */
  async gatewayTelemetry(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice[]> {
    const readings = readGatewayTelemetry(json);
    return this.#each(gateway, readings, (device, reading) => this.#accept(device, reading));
  }

  async gatewayAttributes(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice[]> {
    const all = new Map(Object.entries(objectOrThrow(json)));
    return this.#each(gateway, all, (device, attributes) => this.attributes(device, attributes));
  }

  /** `{device, type?}`: the asset it names, made of the type when there is none. */
  async gatewayConnect(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice> {
    const { device, type } = objectOrThrow(json);
    if (typeof device !== 'string') throw new PayloadError('device must be a name');
    const definition = typeof type === 'string' && type.trim() !== '' ? type.trim().slice(0, 255) : DEFINITION_NAME;
    return this.#parts.assets.ensure(gateway, device, [definition], definition);
  }

  async gatewayDisconnect(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice | undefined> {
    const { device } = objectOrThrow(json);
    return typeof device === 'string' ? this.#parts.assets.find(gateway, device) : undefined;
  }

  #accept(device: RegisteredDevice, reading: Reading): Promise<void> {
    if (reading.setAside.length > 0) {
      this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, reading.setAside);
    }
    return this.#parts.pipeline.accept(device, reading.points);
  }

  /** Each device of a gateway's message for itself: one that is unusable does not touch the others. */
  async #each<T>(
    gateway: GatewayRef,
    parts: ReadonlyMap<string, T>,
    take: (device: RegisteredDevice, part: T) => Promise<void>,
  ): Promise<RegisteredDevice[]> {
    const devices: RegisteredDevice[] = [];
    const takes: Promise<void>[] = [];
    for (const [serialNumber, part] of parts) {
      takes.push(
        (async () => {
          try {
            const device = await this.#parts.assets.ensure(gateway, serialNumber, [], DEFINITION_NAME);
            devices.push(device);
            await take(device, part);
          } catch (error) {
            if (!(error instanceof PayloadError)) throw error;
            const things = [setAsideWhole(error, { [serialNumber]: part })];
            this.#parts.quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, things);
          }
        })(),
      );
    }
    await Promise.all(takes);
    return devices;
  }
}
