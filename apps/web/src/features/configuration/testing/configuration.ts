import { PLAIN_DISPLAY } from '@telltale/contract';
import { fireEvent, screen } from '@testing-library/react';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';

export const pump = { assetDefinitionId: 7, assetDefinitionName: 'Pump station', alias: 'Pumps' };
export const tank = { assetDefinitionId: 8, assetDefinitionName: 'Tank', alias: '' };
const plain = { defaultValue: 0, retentionDays: 0, display: PLAIN_DISPLAY, calculation: null, scaling: null };
export const item = { ...plain, created: '2026-11-20T12:00:00.000Z' };
export const flow = { dataItemId: 501, label: 'Flow Rate', unit: 'm³/h', ...item };

export function portal(permissions?: readonly number[]) {
  return new PortalStub()
    .on('GET /api/ef/auth/login', { body: aLogin(permissions) })
    .on('GET /api/ef/assetdefinitions', { body: [pump, tank] })
    .on('GET /api/assetDefinitions/7/dataitemdefinitions', { body: [flow] })
    .on('GET /api/assetdefinitions/7/detectdataitemdefinitions', { body: [] })
    .on('GET /api/dataitemdefinitions', { body: [flow, { ...flow, dataItemId: 502, label: 'Level', unit: 'm' }] })
    .on('GET /api/ef/assets', { body: [anAsset({ alias: 'North pump', definitionId: 7 })] })
    .on('GET /api/ef/assetpage', ({ url }) => {
      const isFound = 'north pump'.includes((url.searchParams.get('search') ?? '').toLowerCase());
      const assets = isFound ? [anAsset({ alias: 'North pump', definitionId: 7 })] : [];
      return { body: { total: assets.length, all: 1, assets } };
    })
    .on('GET /api/ef/systems', { body: [] })
    .on('GET /api/ef/systempage', { body: { total: 0, all: 0, systems: [] } })
    .on('GET /api/ef/systemdefinitions', { body: [] });
}

export const refused = (status: number, message: string) => ({ status, body: { error: { code: 'x', message } } });
export const sent = (stub: PortalStub, method: string, path: string) =>
  stub.requests.filter((request) => request.method === method && request.url.pathname.toLowerCase() === path);
export const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
export const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
