import { type AssetId, type assets, type EventDefinitionId, events, type parts } from '@telltale/contract';
import type { Portal, PortalOptions } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

export const NOW_MS = Date.UTC(2026, 4, 20, 12);
export const DAY_MS = 86_400_000;
export const iso = (timeMs: number) => new Date(timeMs).toISOString();
export const daysAgo = (days: number) => NOW_MS - days * DAY_MS;

type Readings = readonly (readonly [daysAgo: number, value: number | string])[];

/** A portal at a moment that stands still, with rigs whose parts are worn. */
export class PartsWorld {
  readonly portal: Portal;
  readonly units: TwoUnits;
  root: PortalClient;
  /** Pod 1 - Valve Top and Pod 4 - Plunger. */
  valve = 0 as EventDefinitionId;
  plunger = 0 as EventDefinitionId;
  #rigs = 0;

  private constructor(portal: Portal, units: TwoUnits, root: PortalClient) {
    this.portal = portal;
    this.units = units;
    this.root = root;
  }

  static async build(start: (options: PortalOptions) => Promise<Portal>): Promise<PartsWorld> {
    const clock = new TestClock();
    clock.stopAt(NOW_MS);
    const portal = await start({ clock });
    const units = await buildTwoUnits(portal);
    const world = new PartsWorld(portal, units, await portal.as('root'));
    world.valve = await world.aKind('Pod 1 - Valve Top', { reason: '{"options": ["VT-1", "VT-2"]}' });
    world.plunger = await world.aKind('Pod 4 - Plunger');
    await world.aKind('Gauge calibrated');
    await world.aKind('Noted', { category: 0 });
    return world;
  }

  async aKind(name: string, more: object = {}): Promise<EventDefinitionId> {
    const body = { assetDefinitionId: this.units.definition, name, category: 1, ...more };
    return (await this.root.put<events.EventDefinition>('/api/events/definitions', body)).body.eventDefinitionId;
  }

  /** A rig whose counter showed these values, so many days ago each. */
  async aRig(hours: Readings = [], label?: string) {
    const serialNumber = `PARTS-${++this.#rigs}`;
    const asset = await this.portal.anAsset({ serialNumber, assetDefinitionId: this.units.definition });
    await this.send(asset, hours, label);
    return asset;
  }

  send(asset: { assetId: AssetId }, hours: Readings, label = 'Pump Hours') {
    const points = hours.map(([days, value]) => ({ label, timeMs: daysAgo(days), value, quality: 192 }));
    return this.portal.context.pipeline.accept(asset as never, points);
  }

  address(assetId: number, ...more: (string | number)[]): string {
    return ['/api/ef/assets', assetId, 'functions/maintenance', ...more].join('/');
  }

  async grid(assetId: number, at?: number): Promise<parts.PartGrid> {
    const query = at === undefined ? '' : `?at=${iso(at)}`;
    const reply = await this.root.get<parts.PartGrid>(`${this.address(assetId)}${query}`);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }

  /** What was written down of a rig, without what the portal says of its connection when it is silent for long enough. */
  async written(assetId: number): Promise<events.AssetEventRecord[]> {
    const { body } = await this.root.get<events.AssetEventRecord[]>(`/api/events?assetId=${assetId}`);
    const ofConnection: readonly number[] = [events.ONLINE_EVENT_DEFINITION_ID, events.OFFLINE_EVENT_DEFINITION_ID];
    return body.filter(({ eventDefinitionId }) => !ofConnection.includes(eventDefinitionId));
  }

  async valveOf(assetId: number, at?: number): Promise<parts.GridPart> {
    const part = (await this.grid(assetId, at)).parts.find((one) => one.eventDefinitionId === this.valve);
    if (!part) throw new Error('There is no valve.');
    return part;
  }

  async record(assetId: number, body: object): Promise<parts.PartRecord> {
    const reply = await this.root.post<parts.PartRecord>(this.address(assetId, this.valve), body);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }

  schedule(assetId: number, text: string) {
    const body = { attributeName: 'Maintenance-Schedule', attributeValue: text };
    return this.root.put(`/api/assets/${assetId}/attributes`, body);
  }

  /** The asset calls its counter so. */
  async callCounter(assetId: number, alias: string, label = 'Pump Hours') {
    const { body } = await this.root.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const dataItemId = body.find((item) => item.label === label)?.dataItemId;
    const attribute = { attributeName: 'aliasMap', attributeValue: JSON.stringify({ [`${dataItemId}`]: alias }) };
    const reply = await this.root.put(`/api/assets/${assetId}/attributes`, attribute);
    if (reply.status !== 200) throw new Error(reply.text);
  }
}
