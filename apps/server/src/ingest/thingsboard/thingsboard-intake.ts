import type { DeviceAttributes } from '../device-attributes.ts';
import type { GatewayRef } from '../device-registry.ts';
import type { GatewayAssets } from '../gateway-assets.ts';
import { PayloadError, type Reading } from '../incoming.ts';
import { beginningOfJson } from '../message-origin.ts';
import { objectOrThrow, readAttributes, readGatewayTelemetry, readTelemetry, setAsideWhole } from '../payload.ts';
import type { IngestPipeline } from '../pipeline.ts';
import type { AcceptOptions } from '../pipeline-parts.ts';
import type { IntakeReport } from '../quarantine/intake-report.ts';
import type { Quarantine } from '../quarantine/quarantine.ts';
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
  telemetry(
    device: RegisteredDevice,
    json: unknown,
    { report, origin }: Pick<AcceptOptions, 'report' | 'origin'> = {},
  ): Promise<void> {
    return this.#accept(device, readTelemetry(json), { ...(report && { report }), ...(origin && { origin }) });
  }

  /** Resolves once the attributes are stored. @throws {PayloadError} when the JSON is no object */
  async attributes(device: RegisteredDevice, json: unknown, report?: IntakeReport): Promise<void> {
    const { attributes, setAside } = readAttributes(json);
    this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, setAside);
    report?.setAside(setAside);
    await this.#parts.attributes.save(device, attributes, report);
  }

  /** A claim has no effect: an asset belongs to an admin unit already. Its secret is not kept. */
  async claim({ assetId, serialNumber }: RegisteredDevice): Promise<void> {
    const reason = 'claiming has no effect: the asset belongs to its admin unit already';
    this.#parts.quarantine.add({ assetId }, serialNumber, [{ reason, label: null, timeMs: null, excerpt: '' }]);
  }

  /**
   * The gateway's own telemetry: of the asset that bears its name, which is made when there is none.
   * @throws {PayloadError} when what it says of itself is unusable and there is no such asset
   */
  async gatewayItself(gateway: GatewayRef, json: unknown = {}): Promise<RegisteredDevice> {
    const known = await this.#parts.assets.find(gateway, gateway.name);
    if (known) return known;
    const { points, setAside } = readTelemetry(json);
    if (points.length === 0 && setAside[0]) throw new PayloadError(setAside[0].reason);
    return this.#parts.assets.ensure(gateway, gateway.name, [GATEWAY_DEFINITION_NAME], GATEWAY_DEFINITION_NAME);
  }

  /**
   * Telemetry of devices behind a gateway.
   * @returns the devices it named
   */
  async gatewayTelemetry(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice[]> {
    const readings = readGatewayTelemetry(json);
    const isUsable = ({ points, setAside }: Reading) => points.length > 0 || setAside.length === 0;
    return this.#each(gateway, readings, isUsable, (device, reading) => {
      const text = beginningOfJson(Object(json)[device.serialNumber], reading.points.length);
      return this.#accept(device, reading, { origin: { way: 'gateway', sender: gateway.name, text } });
    });
  }

  async gatewayAttributes(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice[]> {
    const all = new Map(Object.entries(objectOrThrow(json)));
    const isUsable = (json: unknown) => readAttributes(json).attributes.size > 0 || isEmptyObject(json);
    return this.#each(gateway, all, isUsable, (device, attributes) => this.attributes(device, attributes));
  }

  /** `{device, type?}`: the asset it names, made of the type when there is none. */
  async gatewayConnect(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice> {
    const { device, type } = objectOrThrow(json);
    if (typeof device !== 'string') throw new PayloadError('device must be a name');
    const definition = typeof type === 'string' && type.trim() !== '' ? type.trim().slice(0, 255) : DEFINITION_NAME;
    return this.#parts.assets.ensure(gateway, device, [definition], definition);
  }

  /** `{device}`: the asset it names, if the gateway reaches it. */
  async gatewayDevice(gateway: GatewayRef, json: unknown): Promise<RegisteredDevice | undefined> {
    const { device } = objectOrThrow(json);
    return typeof device === 'string' ? this.#parts.assets.find(gateway, device) : undefined;
  }

  #accept(device: RegisteredDevice, reading: Reading, options: AcceptOptions): Promise<void> {
    if (reading.setAside.length > 0) {
      this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, reading.setAside);
      options.report?.setAside(reading.setAside);
    }
    return this.#parts.pipeline.accept(device, reading.points, options);
  }

  /** A device that a gateway names; one that is not known yet is made only if something usable is said of it. */
  async #named(gateway: GatewayRef, serialNumber: string, isUsable: boolean): Promise<RegisteredDevice | undefined> {
    const { assets } = this.#parts;
    return isUsable ? assets.ensure(gateway, serialNumber, [], DEFINITION_NAME) : assets.find(gateway, serialNumber);
  }

  /** Each device of a gateway's message for itself: one that is unusable does not touch the others. */
  async #each<T>(
    gateway: GatewayRef,
    parts: ReadonlyMap<string, T>,
    isUsable: (part: T) => boolean,
    take: (device: RegisteredDevice, part: T) => Promise<void>,
  ): Promise<RegisteredDevice[]> {
    const devices: RegisteredDevice[] = [];
    const takes: Promise<void>[] = [];
    for (const [serialNumber, part] of parts) {
      takes.push(
        (async () => {
          try {
            const device = await this.#named(gateway, serialNumber, isUsable(part));
            if (device === undefined) throw new PayloadError('nothing usable of a device that is not known');
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

function isEmptyObject(json: unknown): boolean {
  return typeof json === 'object' && json !== null && Object.keys(json).length === 0;
}
