export const SPARKPLUG_NAMESPACE = 'spBv1.0';

const edgeTypes = ['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH'] as const;

export type SparkplugMessageType = (typeof edgeTypes)[number];

export interface SparkplugTopic {
  group: string;
  type: SparkplugMessageType;
  edge: string;
  /** Undefined: the edge itself. */
  device: string | undefined;
}

/** Reads `spBv1.0/{group}/{type}/{edge}[/{device}]` as an edge publishes it; undefined for anything else. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | undefined {
  const [namespace, group, type, edge, device, ...rest] = topic.split('/');
  if (namespace !== SPARKPLUG_NAMESPACE || !group || !edge || rest.length > 0) return undefined;
  const known = edgeTypes.find((name) => name === type);
  if (known === undefined || device === '') return undefined;
  // Messages of an edge itself begin with N, those of its devices with D; some edges add a device to the former.
  if (known.startsWith('D') && device === undefined) return undefined;
  return { group, type: known, edge, device: known.startsWith('D') ? device : undefined };
}

/** Metrics that steer the edge and measure nothing. */
const CONTROL = /^(bdSeq$|Node Control\/|Device Control\/)/;

export function isControl(metric: string): boolean {
  return CONTROL.test(metric);
}

/** Where commands for an edge go, or for one of its devices. */
export function commandTopic(group: string, edge: string, device = ''): string {
  const own = `${SPARKPLUG_NAMESPACE}/${group}`;
  return device === '' ? `${own}/NCMD/${edge}` : `${own}/DCMD/${edge}/${device}`;
}

/** Filters by which an edge hears its own commands. */
export function isCommandFilter(filter: string): boolean {
  return /^spBv1\.0\/[^/+#]+\/[ND]CMD\/[^/+#]+(\/#|\/\+|\/[^/+#]+)?$/.test(filter);
}
