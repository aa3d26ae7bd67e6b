import { type CallSample, ofAsset, type SampleWorld } from './sample.ts';

const ofOpenAlarm = async (world: SampleWorld) => ({
  params: { assetId: world.own.assetId, alarmDefinitionId: await world.openAlarm() },
});
const from = '2026-01-01T00:00:00Z';
const to = '2026-01-01T01:00:00Z';
const inAnHour = ({ portal }: SampleWorld) => new Date(portal.clock.now() + 3_600_000).toISOString();
const awaitingRelease = async ({ own, root, name }: SampleWorld) => {
  const { assetId, assetDefinitionId } = own;
  const template = { assetDefinitionId, name: name('danger'), module: 'pump', command: 'blow', dangerous: true };
  const made = await root.post<{ commandDefinitionId: number }>('/api/ef/commanddefinitions', template);
  const { commandDefinitionId } = made.body;
  const asked = await root.post<{ commandId: number }[]>('/api/commands', [{ assetId, commandDefinitionId }]);
  return { params: { commandId: asked.body[0]?.commandId ?? 0 } };
};
const condition = { expression: '1 = 1', variables: [] };

/** Calls about alarms, events, commands and history. */
export const monitoringSamples: Readonly<Record<string, CallSample>> = {
  'alarmDefinitions.backtestAlarm': {
    scope: 'asset',
    also: [['HistoricalDataItems', 'View']],
    make: ({ own }) => ({ body: { assetId: own.assetId, ...condition, from, to } }),
  },
  'alarmDefinitions.deleteAlarmDefinition': {
    scope: 'asset',
    make: async (world) => {
      const { assetDefinitionId, alarmDefinitionId } = await world.fresh();
      return { params: { assetDefinitionId, alarmDefinitionId } };
    },
  },
  'alarmDefinitions.listAlarmDefinitions': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetDefinitionId: own.assetDefinitionId } }),
  },
  'alarmDefinitions.listAlarmOverrides': { scope: 'asset', make: ofAsset },
  'alarmDefinitions.putAlarmDefinitions': {
    scope: 'asset',
    also: [['Alarms', 'Create']],
    make: ({ own, name }) => ({
      body: [
        {
          assetDefinitionId: own.assetDefinitionId,
          name: name('alarm'),
          flee: JSON.stringify({ expression: '1 = 2' }),
        },
      ],
    }),
  },
  'alarmDefinitions.putAlarmOverrides': {
    scope: 'asset',
    make: ({ own }) => ({
      body: [
        {
          assetId: own.assetId,
          alarmDefinitionId: own.alarmDefinitionId,
          overrideMethod: 2,
          expression: { expression: '1 = 2', variables: [] },
        },
      ],
    }),
  },
  'alarmDefinitions.validateExpression': { scope: 'none', make: () => ({ body: condition }) },
  'alarmFloods.listFloods': { scope: 'none', make: () => ({ query: { from, to } }) },
  'alarmHealth.applyAlarmCure': {
    scope: 'asset',
    make: async (world) => {
      const { alarmDefinitionId } = await world.fresh();
      const rule = { onDelay: 0, offDelay: 0, deadband: 0 };
      const before = { expression: '1 = 1', ...rule };
      return { body: { alarmDefinitionId, before, after: { ...before, onDelay: 60 }, reason: world.name('reason') } };
    },
  },
  'alarmHealth.findAlarmCures': {
    scope: 'asset',
    make: ({ own }) => ({ body: { alarmDefinitionId: own.alarmDefinitionId, from, to } }),
  },
  'alarmHealth.getAlarmHealth': { scope: 'none', make: () => ({ query: { from, to } }) },
  'alarmLists.actOnAlarms': {
    scope: 'asset',
    make: async (world) => ({ body: { act: 'acknowledge', alarms: [(await ofOpenAlarm(world)).params] } }),
  },
  'alarmCounts.getAlarmSummary': { scope: 'none', make: () => ({}) },
  'alarmCounts.listAlarmCounts': { scope: 'none', make: () => ({}) },
  'alarmLists.searchAlarms': { scope: 'none', make: () => ({ query: { view: 'past' } }) },
  'alarms.acknowledgeAlarm': { scope: 'asset', make: ofOpenAlarm },
  'alarms.closeAlarm': { scope: 'asset', make: ofOpenAlarm },
  'alarms.closeAllAlarms': { scope: 'asset', make: ofAsset },
  'alarms.getAlarmCourse': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId }, query: { from, to } }),
  },
  'alarms.listAlarmTransitions': { scope: 'asset', make: ofAsset },
  'alarms.listAlarms': { scope: 'none', make: () => ({}) },
  'seismic.listDetections': { scope: 'none', make: () => ({}) },
  'seismic.listSeismicStations': { scope: 'none', make: () => ({}) },
  'alarms.listAssetAlarms': { scope: 'asset', make: ofAsset },
  'alarms.shelveAlarm': {
    scope: 'asset',
    make: async (world) => ({ ...(await ofOpenAlarm(world)), body: { until: inAnHour(world) } }),
  },
  'alarms.unshelveAlarm': {
    scope: 'asset',
    make: async (world) => {
      const input = await ofOpenAlarm(world);
      const { assetId, alarmDefinitionId } = input.params;
      const path = `/api/assets/${assetId}/alarms/${alarmDefinitionId}/shelve`;
      await world.root.put(path, { until: inAnHour(world) });
      return input;
    },
  },
  'commandDefinitions.deleteCommandDefinition': {
    scope: 'asset',
    make: async (world) => ({ params: { commandDefinitionId: (await world.fresh()).commandDefinitionId } }),
  },
  'commandDefinitions.listCommandDefinitions': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetDefinitionId: own.assetDefinitionId } }),
  },
  'commandDefinitions.saveCommandDefinition': {
    scope: 'asset',
    also: [['Commands', 'Create']],
    make: ({ own, name }) => ({
      body: { assetDefinitionId: own.assetDefinitionId, name: name('command'), module: 'pump', command: 'stop' },
    }),
  },
  'commands.decideCommands': {
    // Those of assets out of sight are left, and named in the answer.
    scope: 'none',
    make: async (world) => {
      const { params } = await awaitingRelease(world);
      return { body: { decision: 'refuse', commandIds: [params.commandId] } };
    },
  },
  'commands.getCommand': { scope: 'asset', make: ({ own }) => ({ params: { commandId: own.commandId } }) },
  'commands.listAssetCommands': { scope: 'asset', make: ofAsset },
  'commands.listCommands': { scope: 'asset', make: ({ own }) => ({ query: { assetId: own.assetId } }) },
  'commands.refuseCommand': { scope: 'asset', make: awaitingRelease },
  'commands.releaseCommand': { scope: 'asset', make: awaitingRelease },
  'commands.sendCommands': {
    scope: 'asset',
    make: ({ own }) => ({
      body: [{ assetId: own.assetId, command: JSON.stringify({ module: 'pump', command: 'stop' }) }],
    }),
  },
  'events.deleteEvent': {
    scope: 'asset',
    make: async (world) => ({ params: { eventId: (await world.fresh()).eventId } }),
  },
  'events.deleteEventDefinition': {
    scope: 'asset',
    make: async (world) => {
      const { eventDefinitionId, eventId } = await world.fresh();
      await world.root.delete(`/api/events/${eventId}`);
      return { params: { eventDefinitionId } };
    },
  },
  'events.listAssetEvents': { scope: 'asset', make: ofAsset },
  'events.listEventDefinitions': {
    scope: 'asset',
    make: ({ own }) => ({ query: { assetDefinitionId: own.assetDefinitionId } }),
  },
  'events.listEvents': { scope: 'asset', make: ({ own }) => ({ query: { assetId: own.assetId } }) },
  'events.putEventDefinition': {
    scope: 'asset',
    also: [['Events', 'Create']],
    make: ({ own, name }) => ({ body: { assetDefinitionId: own.assetDefinitionId, name: name('event') } }),
  },
  'events.putEvents': {
    scope: 'asset',
    also: [['Events', 'Create']],
    make: ({ own }) => ({
      body: [{ assetId: own.assetId, eventDefinitionId: own.eventDefinitionId, timestamp: from }],
    }),
  },
  'timeline.exportTimeline': { scope: 'asset', make: ofAsset },
  'timeline.getTimeline': { scope: 'asset', make: ofAsset },
  'history.getChange': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId, dataItemId: own.dataItemId }, query: { before: to } }),
  },
  'history.getHistory': {
    scope: 'asset',
    make: ({ own }) => ({
      query: { dataItems: `${own.assetId}-${own.dataItemId}`, startTime: from, endTime: to, columnar: 'true' },
    }),
  },
  'history.updateHistory': {
    scope: 'asset',
    make: ({ own }) => ({
      body: [{ assetId: own.assetId, dataItemId: own.dataItemId, startDate: from, endDate: to, newValue: 1 }],
    }),
  },
  'playback.getRecording': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId }, query: { from, to, step: 60_000 } }),
  },
  'schedule.getSchedule': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId }, query: { startTime: from, endTime: to } }),
  },
};
