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

/** Where commands for an edge go. */
export function nodeCommandTopic(group: string, edge: string): string {
  return `${SPARKPLUG_NAMESPACE}/${group}/NCMD/${edge}`;
}

/** Filters by which an edge hears its own commands, or whether its primary host is there. */
export function isSparkplugFilter(filter: string): boolean {
  return /^spBv1\.0\/[^/+#]+\/[ND]CMD\/[^/+#]+(\/#|\/\+|\/[^/+#]+)?$/.test(filter) || isStateTopic(filter);
}

/** `spBv1.0/STATE/{host}` (Sparkplug 3) or `STATE/{host}` (2.2): is the primary host application online? */
export function isStateTopic(topic: string): boolean {
  return /^(spBv1\.0\/)?STATE\/[^/+#]+$/.test(topic);
}
