import { type CallSample, ofAsset } from './sample.ts';

/** Calls about gateways, how devices come to the portal and what they sent. */
export const gatewaySamples: Readonly<Record<string, CallSample>> = {
  'devices.listConnectionChanges': { scope: 'asset', make: ofAsset },
  'devices.listGatewayQuarantine': {
    scope: 'unit',
    make: ({ own }) => ({ params: { gatewayId: own.gatewayId } }),
  },
  'devices.listQuarantine': { scope: 'asset', make: ofAsset },
  'gateways.createGateway': { scope: 'none', make: ({ name }) => ({ body: { name: name('gateway') } }) },
  'gateways.deleteGateway': {
    scope: 'unit',
    make: async (world) => ({ params: { gatewayId: (await world.fresh()).gatewayId } }),
  },
  'gateways.listGateways': { scope: 'none', make: () => ({}) },
  'provisioning.createProvisionKey': {
    scope: 'none',
    make: ({ own, name }) => ({ body: { name: name('key'), assetDefinitionId: own.assetDefinitionId } }),
  },
  'provisioning.deleteProvisionKey': {
    scope: 'unit',
    make: async (world) => ({ params: { provisionKeyId: (await world.fresh()).provisionKeyId } }),
  },
  'provisioning.listProvisionKeys': { scope: 'none', make: () => ({}) },
  'quarantine.listSetAside': { scope: 'none', make: () => ({}) },
};
