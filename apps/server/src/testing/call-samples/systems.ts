import type { CallSample, SampleWorld } from './sample.ts';

const ofSystem = ({ own }: SampleWorld) => ({ params: { systemId: own.systemId } });

const ofSystemDefinition = ({ own }: SampleWorld) => ({ params: { systemDefinitionId: own.systemDefinitionId } });

/** Calls about systems and their definitions. */
export const systemSamples: Readonly<Record<string, CallSample>> = {
  'systems.deleteSlot': {
    scope: 'none',
    make: async ({ root, own, name }) => {
      const slot = { name: name('slot'), parentSystemDefinitionId: own.systemDefinitionId };
      const body = [{ ...slot, assetDefinitionId: own.assetDefinitionId }];
      const made = await root.post<{ slotId: number }[]>('/api/slots', body);
      return { params: { slotId: made.body[0]?.slotId ?? 0 } };
    },
  },
  'systems.deleteSystem': {
    scope: 'asset',
    make: async (world) => ({ params: { systemId: (await world.fresh()).systemId } }),
  },
  'systems.deleteSystemDefinition': {
    scope: 'none',
    make: async ({ root, name }) => {
      const made = await root.post<{ systemDefinitionId: number }>('/api/ef/systemdefinitions', { name: name('kind') });
      return { params: { systemDefinitionId: made.body.systemDefinitionId } };
    },
  },
  'systems.getSystem': { scope: 'asset', make: ofSystem },
  'systems.getSystemDashboards': { scope: 'asset', make: ofSystem },
  'systems.getSystemDefinition': { scope: 'none', make: ofSystemDefinition },
  'systems.getSystemDefinitionUses': { scope: 'none', make: ofSystemDefinition },
  'systems.getSystemTree': { scope: 'asset', make: ofSystem },
  'systems.listSystemDefinitions': { scope: 'none', make: () => ({}) },
  'systems.listSystemPage': { scope: 'none', make: () => ({}) },
  'systems.listSystems': { scope: 'none', make: () => ({}) },
  'systems.saveSlots': {
    scope: 'none',
    also: [['Slots', 'Create']],
    make: ({ own, name }) => ({
      body: [
        {
          name: name('slot'),
          parentSystemDefinitionId: own.systemDefinitionId,
          assetDefinitionId: own.assetDefinitionId,
        },
      ],
    }),
  },
  'systems.saveSystem': {
    scope: 'asset',
    also: [['Systems', 'Modify']],
    make: ({ own, name }) => ({
      body: { systemId: own.systemId, name: name('system'), systemDefinitionId: own.systemDefinitionId },
    }),
  },
  'systems.saveSystemDefinition': {
    scope: 'none',
    also: [['SystemDefinitions', 'Create']],
    make: ({ name }) => ({ body: { name: name('kind') } }),
  },
};
