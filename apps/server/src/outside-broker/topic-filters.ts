import type { BrokerFile } from '@telltale/contract';
import { SPARKPLUG_NAMESPACE } from '#ingest/sparkplug/topic.ts';
import * as gatewayTopics from '#ingest/thingsboard/topics.ts';

const GATEWAY_FILTERS = [
  gatewayTopics.GATEWAY_TELEMETRY,
  gatewayTopics.GATEWAY_ATTRIBUTES,
  gatewayTopics.GATEWAY_CONNECT,
  gatewayTopics.GATEWAY_DISCONNECT,
  gatewayTopics.GATEWAY_RPC,
  gatewayTopics.GATEWAY_ATTRIBUTES_REQUEST,
  gatewayTopics.GATEWAY_CLAIM,
];

/** What edges and their devices say (Sparkplug 3.0 §4). */
const EDGE_FILTERS = [
  ...['NBIRTH', 'NDATA', 'NDEATH'].map((type) => `${SPARKPLUG_NAMESPACE}/+/${type}/+`),
  ...['DBIRTH', 'DDATA', 'DDEATH'].map((type) => `${SPARKPLUG_NAMESPACE}/+/${type}/+/+`),
];

/** Where a host application of Sparkplug says whether it is there. */
export const stateTopic = (hostId: string): string => `${SPARKPLUG_NAMESPACE}/STATE/${hostId}`;

/** What the portal asks for as a host application of Sparkplug. */
export const hostFilters = (hostId: string): string[] => [stateTopic(hostId), ...EDGE_FILTERS];

/** As which a filter is subscribed to: with a group each message comes to one of its members (MQTT 5 §4.8.2). */
export const sharedFilter = (filter: string, group: string | undefined): string =>
  group === undefined ? filter : `$share/${group}/${filter}`;

/** Every filter of gateway topics and rules, each once; what is asked for are the widest of them. */
export function topicFilters({ gateways }: Pick<BrokerFile, 'gateways'>, ofRules: readonly string[]): string[] {
  return [...new Set([...(gateways ? GATEWAY_FILTERS : []), ...ofRules])];
}

/**
 * Those that no other covers: some brokers bring a message once for each subscription that it matches. Of two that match
 * the same the shorter stays, in whichever order they are given.
 */
export function widest(filters: readonly string[]): string[] {
  const each = [...new Set(filters)];
  return each.filter(
    (filter) =>
      !each.some((other) => other !== filter && covers(other, filter) && !(covers(filter, other) && filter < other)),
  );
}

const NEVER_EMPTY: ReadonlyMap<string, string> = new Map([
  ['#', '+/#'],
  ['/#', '/+/#'],
]);

/** Whether every topic that one filter matches is matched by the other [MQTT-4.7]. */
export function covers(wide: string, narrow: string): boolean {
  const levels = wide.split('/');
  // No topic is empty: what these match has one level more.
  const others = (NEVER_EMPTY.get(narrow) ?? narrow).split('/');
  // A wildcard in front does not match what brokers tell of themselves [MQTT-4.7.2-1].
  if (others[0]?.startsWith('$') && levels[0] !== others[0]) return false;
  for (const [place, level] of levels.entries()) {
    if (level === '#') return true;
    const other = others[place];
    if (other === undefined || other === '#' || (level !== '+' && level !== other)) return false;
  }
  return levels.length === others.length;
}
