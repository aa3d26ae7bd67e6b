/**
 * Under what the answers of the portal are kept in the cache: whoever changes something names what it makes stale by the
 * same key that it was asked under, and a shorter key names all that begin with it.
 */
export const queryKeys = {
  config: (name: string) => ['config', name] as const,

  assets: ['assets'] as const,
  asset: (assetId: number) => ['assets', assetId] as const,
  assetDefinition: (assetId: number) => ['assets', assetId, 'definition'] as const,
  assetDataItems: (assetId: number) => ['assets', assetId, 'dataitems'] as const,
  assetScaledItems: (assetId: number) => ['assets', assetId, 'dataitems', 'scalings'] as const,
  itemDisplays: (assetId: number) => ['assets', assetId, 'itemdisplays'] as const,
  assetAlarms: (assetId: number) => ['assets', assetId, 'alarms'] as const,
  alarmOverrides: (assetId: number) => ['assets', assetId, 'alarmoverrides'] as const,
  /** @param of what list of them is asked for; none: every one */
  alarmCourse: (assetId: number, ...of: readonly object[]) => ['assets', assetId, 'alarmcourse', ...of] as const,
  alarmTransitions: (assetId: number, ...of: readonly object[]) =>
    ['assets', assetId, 'alarmtransitions', ...of] as const,
  /** @param of what list of them is asked for */
  assetEvents: (assetId: number, of: object) => ['assets', assetId, 'events', of] as const,
  everyEvent: (assetId: number) => ['assets', assetId, 'events'] as const,
  /** @param of what it is narrowed to; none: every timeline of the asset */
  timeline: (assetId: number, ...of: readonly object[]) => ['assets', assetId, 'timeline', ...of] as const,
  assetTrack: (assetId: number, from: string, to: string) => ['assets', assetId, 'track', from, to] as const,
  seismicFeeds: ['seismic', 'feeds'] as const,
  seismicEvents: (source: string) => ['seismic', 'events', source] as const,
  detections: ['seismic', 'detections'] as const,
  seismicStations: ['seismic', 'stations'] as const,
  groundMotion: (of: object) => ['seismic', 'ground motion', of] as const,
  medicalTerms: (kind: string, text: string) => ['medical terms', kind, text] as const,
  patientInfo: (assetId: number, atMs?: number) => ['patient info', assetId, atMs ?? 'now'] as const,
  connectionChanges: (assetId: number) => ['assets', assetId, 'connections'] as const,
  jobs: ['jobs'] as const,
  job: (jobId: number) => ['jobs', jobId] as const,
  /** @param of which of them */
  jobPage: (of: object) => ['jobs', of] as const,
  files: ['files'] as const,
  /** @param of which of them */
  filePage: (of: object) => ['files', of] as const,
  recording: (fileId: number, ...of: readonly unknown[]) => ['recordings', fileId, ...of] as const,
  fileBeginning: (fileId: number, bytes: number) => ['file beginnings', fileId, bytes] as const,
  assetFiles: (assetId: number) => ['assets', assetId, 'files'] as const,

  definitions: ['definitions'] as const,
  definition: (assetDefinitionId: number) => ['definitions', assetDefinitionId] as const,
  definitionDataItems: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'dataitems'] as const,
  dataItemPage: (assetDefinitionId: number, of: object) =>
    ['definitions', assetDefinitionId, 'dataitems', 'page', of] as const,
  definitionDashboards: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'dashboards'] as const,
  definitionUses: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'uses'] as const,
  /** @param of which file, for what */
  definitionFileDifference: (of: object) => ['definition files', of] as const,
  detectedItems: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'detected'] as const,
  definitionAlarms: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'alarms'] as const,
  definitionEvents: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'events'] as const,
  dataItems: ['dataitems'] as const,

  alarmSummary: ['alarms', 'summary'] as const,
  /** @param of what is tried on which past */
  backtest: (of: object) => ['alarms', 'backtest', of] as const,
  alarmHealth: (of: object) => ['alarms', 'health', of] as const,
  floods: (of: object) => ['alarms', 'floods', of] as const,
  /** @param of whose past is looked at; none: every one */
  alarmCures: (...of: readonly object[]) => ['alarms', 'cures', ...of] as const,
  /** Every list of alarms of all assets: stale with each change of one. */
  alarmLists: ['alarms', 'lists'] as const,
  toldOfAlarm: (of: object) => ['alarms', 'lists', 'told', of] as const,
  alarmCounts: ['alarms', 'lists', 'counts'] as const,
  /** @param of what page of them is asked for */
  alarmPage: (of: object) => ['alarms', 'lists', 'page', of] as const,

  /** Every list of commands: stale with each one that is sent or released. */
  commands: ['commands'] as const,
  assetCommands: (assetId: number, limit: number) => ['commands', 'asset', assetId, limit] as const,
  command: (commandId: number) => ['commands', 'one', commandId] as const,
  /** @param of what page of them is asked for */
  commandPage: (of: object) => ['commands', 'page', of] as const,
  definitionCommands: (assetDefinitionId: number) => ['definitions', assetDefinitionId, 'commands'] as const,

  calculationPreview: (of: object) => ['calculations', 'preview', of] as const,
  recalculations: ['recalculations'] as const,
  measurementImports: ['measurement imports'] as const,
  measurementExport: (exportId: string) => ['measurement exports', exportId] as const,
  exports: ['exports'] as const,
  exportSchedules: ['exports', 'schedules'] as const,

  /** @param of what is narrowed to */
  alertDeliveries: (of: object) => ['alerts', 'deliveries', of] as const,
  alertProblems: ['alerts', 'problems'] as const,
  /** @param of which list, and what it is narrowed to */
  alertCoverage: (of: object) => ['alerts', 'coverage', of] as const,
  alertWebhooks: ['alerts', 'webhooks'] as const,
  /** @param of the list of them, or which of them this one is; none: both */
  alertBrowsers: (...of: readonly ('list' | 'own')[]) => ['alerts', 'browsers', ...of] as const,
  escalations: ['alerts', 'escalations'] as const,
  alertAnswer: (link: string) => ['alerts', 'answer', link] as const,
  textGateway: ['alerts', 'textgateway'] as const,
  quietHours: ['alerts', 'quiet'] as const,
  rotas: ['alerts', 'rotas'] as const,

  calendarFeeds: ['calendar feeds'] as const,
  /** @param of what is asked for; none: every part of the calendar */
  maintenanceCalendar: (...of: readonly object[]) => ['maintenance', 'calendar', ...of] as const,

  /** @param of which moment, and which part; none: every part of the asset */
  parts: (assetId: number, ...of: readonly object[]) => ['parts', assetId, ...of] as const,
  /** @param of what it is narrowed to; none: every forecast */
  partForecast: (...of: readonly object[]) => ['part forecast', ...of] as const,

  /** Every list of handovers, and each of them. */
  handovers: ['handovers'] as const,
  handoverList: (adminId: number, offset: number) => ['handovers', 'list', adminId, offset] as const,
  handover: (handoverId: number) => ['handovers', 'one', handoverId] as const,
  shifts: (adminId: number) => ['shifts', adminId] as const,

  systems: ['systems'] as const,
  assetPage: (query: object) => ['assets', 'page', query] as const,
  systemPage: (query: object) => ['systems', 'page', query] as const,
  system: (systemId: number) => ['systems', systemId] as const,
  systemDashboard: (systemId: number) => ['systems', systemId, 'dashboard'] as const,
  systemDefinitionOf: (systemId: number) => ['systems', systemId, 'definition'] as const,
  systemDefinitions: ['systemdefinitions'] as const,
  systemDefinition: (systemDefinitionId: number) => ['systemdefinitions', systemDefinitionId] as const,

  dashboards: ['dashboards'] as const,
  /** @param path of the asset or the system, as it stands in the address */
  dashboardList: (path: string) => ['dashboards', 'list', path] as const,
  openedDashboard: (path: string | undefined, dashboardId: number | undefined) =>
    ['dashboards', 'opened', path, dashboardId] as const,
  dashboardVersions: (dashboardId: number) => ['dashboards', 'versions', dashboardId] as const,
  dashboardVersion: (dashboardId: number, version: number) => ['dashboards', 'versions', dashboardId, version] as const,

  valuesOfAlarm: (assetId: number, alarmDefinitionId: number) => ['why', 'alarm', assetId, alarmDefinitionId] as const,
  why: (assetId: number, dataItemId: number, at: string | undefined) => ['why', assetId, dataItemId, at] as const,
  found: (text: string, kind: string | undefined) => ['found', kind ?? '', text] as const,
  sessions: ['sessions'] as const,
  secondFactor: ['second-factor'] as const,
  tokens: ['tokens'] as const,
  proof: ['proof'] as const,
  altEmail: ['alt-email'] as const,
  externalLogin: ['external-login'] as const,
  gateways: ['gateways'] as const,
  provisionKeys: ['provisionkeys'] as const,
  /** What an asset or a gateway sent and could not be stored. */
  quarantine: (kind: 'asset' | 'gateway', id: number) => ['quarantine', kind, id] as const,
  /** Of all devices. @param of what it is narrowed to */
  setAside: (of: object) => ['quarantine', 'all', of] as const,
  frameSites: ['frame-sites'] as const,
  status: ['status'] as const,
  outsideBroker: ['outside-broker'] as const,
  brokerLook: (filter: string, rules: object) => ['outside-broker', 'look', filter, rules] as const,
  firstHour: ['first-hour'] as const,
  mailServer: ['mail-server'] as const,
  definitionTemplates: ['definition-templates'] as const,
  adminUnits: ['adminunits'] as const,
  assetGroups: ['assetgroups'] as const,
  assetGroupTree: (assetGroupId: number) => ['assetgroups', assetGroupId] as const,
  /** Of every admin unit that was looked at. */
  everyOwnership: ['ownership'] as const,
  ownership: (adminId: number) => ['ownership', adminId] as const,
  assetAccess: (assetId: number, permissionId: number) => ['access', 'asset', assetId, permissionId] as const,
  userAccess: (userId: number) => ['access', 'user', userId] as const,
  journal: (filter: object) => ['journal', filter] as const,
  journalKinds: ['journal-kinds'] as const,
  openApi: ['openapi'] as const,
  /** What keeps a record from being deleted, or goes with it: asked anew each time. */
  uses: (name: string) => ['uses', name] as const,

  recordedRange: (assetId: number, dataItemId: number) => ['recorded range', assetId, dataItemId] as const,
  /** @param of the series and the time that the answer depends on */
  history: (kind: 'means' | 'buckets' | 'span', ...of: readonly (string | number | undefined)[]) =>
    ['history', kind, ...of] as const,
  /** @param range of which part of time; none: of every part */
  rigRecord: (assetId: number, ...range: readonly number[]) => ['rig record', assetId, ...range] as const,
  playback: (kind: string, ...of: readonly unknown[]) => ['playback', kind, ...of] as const,
} as const;
