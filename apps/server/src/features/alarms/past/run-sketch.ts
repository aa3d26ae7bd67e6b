import type { AssetId, DataItemId } from '@telltale/contract';
import type { Surroundings } from '@telltale/domain/alarms/condition-run.ts';
import { compileExpression } from '@telltale/domain/expression/compile.ts';
import type { Expression } from '@telltale/domain/expression/syntax.ts';
import { nameKey } from '#names.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { BoundCondition } from '../alarm-expressions.ts';
import { conditionsInForce, type WatchedConditions } from '../alarm-run.ts';

interface BoundSketch {
  readonly expression: Expression;
  readonly dataItemIds: readonly DataItemId[];
}

interface AlarmSketch {
  readonly definition: AlarmDefinitionRecord;
  readonly own: BoundSketch | undefined;
  readonly override: BoundSketch | undefined;
  readonly method: WatchedConditions['method'];
}

/** All that the run of an alarm is made of, as data that another thread can be sent: closures cannot. */
export interface RunSketch {
  readonly assetId: AssetId;
  readonly tried: AlarmSketch;
  /** The alarms that it asks for, and those that these ask for. */
  readonly asked: readonly AlarmSketch[];
  /** The attributes that any of them reads, by key. */
  readonly attributes: ReadonlyMap<string, number | string>;
  readonly zone: string;
}

interface SketchedAlarm {
  readonly definition: AlarmDefinitionRecord;
  readonly conditions: WatchedConditions;
}

export function sketchOf(of: {
  assetId: AssetId;
  tried: SketchedAlarm;
  asked: readonly SketchedAlarm[];
  around: Omit<Surroundings, 'alarm'>;
}): RunSketch {
  const { assetId, tried, asked, around } = of;
  const attributes = new Map<string, number | string>();
  for (const { compiled } of [tried, ...asked].flatMap(({ conditions }) => conditionsInForce(conditions))) {
    for (const name of compiled.attributes) {
      const value = around.attribute(name);
      if (value !== undefined) attributes.set(nameKey(name), value);
    }
  }
  return { assetId, tried: alarmSketch(tried), asked: asked.map(alarmSketch), attributes, zone: around.zone };
}

const alarmSketch = ({ definition, conditions: { own, override, method } }: SketchedAlarm): AlarmSketch => ({
  definition,
  own: boundSketch(own),
  override: boundSketch(override),
  method,
});

const boundSketch = (bound: BoundCondition | undefined): BoundSketch | undefined =>
  bound && { expression: bound.compiled.expression, dataItemIds: bound.dataItemIds };

/** The conditions of a sketch, ready to run. */
export const conditionsOfSketch = ({ own, override, method }: AlarmSketch): WatchedConditions => ({
  own: boundOf(own),
  override: boundOf(override),
  method,
});

const boundOf = (sketch: BoundSketch | undefined): BoundCondition | undefined =>
  sketch && { compiled: compileExpression(sketch.expression), dataItemIds: sketch.dataItemIds };
