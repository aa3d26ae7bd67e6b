import type { assets, definitions } from '@telltale/contract';
import type { Portal } from '../testing/portal.ts';

/** An asset with a device that has sent what the journeys look for. */
export interface Equipment {
  readonly assetId: number;
  readonly assetDefinitionId: number;
  readonly accessToken: string;
  readonly serialNumber: string;
}

/**
 * Makes an asset of a definition of its own, whose dashboard is empty. Labels of data items are the portal's, so each
 * journey has its own.
 */
export async function anEquipment(portal: Portal, serialNumber: string): Promise<Equipment> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Equipment ${serialNumber}`);
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const tabs = [{ id: 'tab', name: 'default', order: 0 }];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: serialNumber,
    assetDefinitionId,
    config: JSON.stringify({ tabs, tiles: { tab: [] }, layouts: {} }),
  });
  return { assetId, assetDefinitionId, accessToken, serialNumber };
}

/** Keeps what it sent current while a dashboard is built and looked at, for which a busy machine takes longer than a minute. */
export async function keepCurrent(portal: Portal, { assetId }: Equipment): Promise<void> {
  const pingrate = { attributeName: 'pingrate', attributeValue: String(3_600_000) };
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, pingrate);
}

export interface Sample {
  /** When it was measured, ms since 1970; absent: now. */
  readonly ts?: number;
  readonly values: Readonly<Record<string, number | string>>;
}

/** Sends values over MQTT as a device does; they are stored when this is done. */
export async function send(portal: Portal, { accessToken }: Equipment, samples: readonly Sample[]): Promise<void> {
  const device = await portal.aDevice(accessToken);
  const messages = samples.map(({ ts = Date.now(), values }) => ({ ts, values }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(messages), { qos: 1 });
  await device.endAsync();
}

/** Gives data items their units; what the device sent must be known to the portal. */
export async function setUnits(
  portal: Portal,
  { assetDefinitionId }: Equipment,
  units: Readonly<Record<string, string>>,
): Promise<void> {
  const list = Object.entries(units).map(([label, unit]) => ({ label, unit }));
  await portal.call<definitions.DataItemDefinition[]>(
    'POST',
    `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`,
    list,
  );
}
