import type { EpochMs } from '@telltale/contract';
import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js';
import type { Moves, Outgoing, OutgoingCommand, Refused } from '../sessions/device-protocol.ts';
import type { SparkplugEdge } from './edge.ts';
import { BOOLEAN, commandValue, DATE_TIME, UnfitValueError } from './metric-command.ts';
import { commandTopic, isControl } from './topic.ts';

const { Payload } = proto.org.eclipse.tahu.protobuf;

/** The module by which any metric is written: `metric` with its name as the command, or `write` with several. */
export const METRIC_MODULE = 'metric';
export const WRITE_COMMAND = 'write';

const REBIRTH = 'Node Control/Rebirth';
/** Metrics of the edge itself, also where one of its devices is meant. */
const NODE_CONTROL = /^Node Control\//;
const MAX_METRICS = 1_000;

type Wish = readonly [name: string, value: unknown];

/** The command that makes an edge send its births again. */
export function rebirthCommand(edge: SparkplugEdge, nowMs: EpochMs): Outgoing {
  const payload = Payload.encode({
    timestamp: nowMs,
    metrics: [{ name: REBIRTH, timestamp: nowMs, datatype: BOOLEAN, booleanValue: true }],
  }).finish();
  return { topic: commandTopic(edge.group, edge.name), payload };
}

/**
 * A command as NCMD or DCMD: each metric by the alias that its birth gave it, or else by its name, in the data type of
 * the birth (decision 0191).
 * @param device empty: the edge itself
 */
export function wordCommand(
  edge: SparkplugEdge,
  device: string,
  { module, command, params }: OutgoingCommand,
  nowMs: EpochMs,
): Outgoing | Refused {
  const wishes = wishesOf(module, command, params);
  if (wishes.length === 0 || wishes.length > MAX_METRICS) {
    return { refused: `A command writes 1 to ${MAX_METRICS} metrics.` };
  }
  const ofNode = wishes.filter(([name]) => NODE_CONTROL.test(name)).length;
  if (ofNode > 0 && ofNode < wishes.length) {
    return { refused: 'Metrics of the node and of its device cannot be written by one command.' };
  }
  const target = ofNode > 0 ? '' : device;
  try {
    const metrics = wishes.map(([name, value]) => metricOf(edge, target, name, value, nowMs));
    const payload = Payload.encode({ timestamp: nowMs, metrics }).finish();
    return { topic: commandTopic(edge.group, edge.name, target), payload, moves: movesOf(edge, target, wishes) };
  } catch (error) {
    if (error instanceof UnfitValueError) return { refused: error.message };
    throw error;
  }
}

/** The metrics that a command writes. */
export function wishesOf(module: string, command: string, params: unknown): Wish[] {
  if (module !== METRIC_MODULE) return [[`${module}/${command}`, params]];
  if (command !== WRITE_COMMAND || typeof params !== 'object' || params === null) return [[command, params]];
  return Object.entries(params);
}

function metricOf(edge: SparkplugEdge, device: string, name: string, value: unknown, nowMs: EpochMs) {
  const born = edge.births.get(device)?.find(name) ?? (name === REBIRTH ? rebirthMetric : undefined);
  if (!born) throw new UnfitValueError(`The last birth names no metric '${name}'.`);
  // A switch that is pressed needs no parameter; that of a template without fields is an empty object.
  const wanted = born.dataType === BOOLEAN && isNothing(value) ? true : value;
  const named = born.alias === undefined ? { name } : { alias: born.alias };
  try {
    return { ...named, timestamp: nowMs, datatype: born.dataType, ...commandValue(born.dataType, wanted) };
  } catch (error) {
    if (error instanceof UnfitValueError) throw new UnfitValueError(`The metric '${name}' ${error.message}.`);
    throw error;
  }
}

function isNothing(value: unknown): boolean {
  return value == null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The next data message that holds the metric tells whether it took the value. */
function movesOf(edge: SparkplugEdge, device: string, [first, ...others]: readonly Wish[]): Moves | undefined {
  if (first === undefined || others.length > 0 || isControl(first[0])) return undefined;
  const [label, value] = first;
  const dataType = edge.births.get(device)?.find(label)?.dataType;
  if (dataType === BOOLEAN) return { label, value: value === false || value === 0 ? 0 : 1 };
  if (dataType === DATE_TIME && typeof value === 'string') return { label, value: Date.parse(value) };
  return typeof value === 'number' || typeof value === 'string' ? { label, value } : undefined;
}

const rebirthMetric = { name: REBIRTH, dataType: BOOLEAN, alias: undefined };
