import { ACTIVITY, type Activity } from '@telltale/domain/field/activities.ts';
import { clamp } from '../physics/lag.ts';
import { JOINT_FT, type Segment } from './job-schedule.ts';

/** Where the pipe and the block are, and whether the rig is holding the pipe. */
export interface Motion {
  readonly depthFt: number;
  readonly blockFt: number;
  /** The pipe hangs in the slips; the hook carries only the block. */
  readonly inSlips: boolean;
  /** Into the hole positive, ft/s. */
  readonly pipeFtPerS: number;
}

const BLOCK_LOW_FT = 4;
const PARKED_FT = 13;
/** Share of a joint's time in which the pipe moves; the rest is making or breaking the connection. */
const MOVING_SHARE = 0.58;

/** Activities in which the rig turns or carries the pipe without tripping. */
const HOLDING: readonly Activity[] = [ACTIVITY.drill, ACTIVITY.circulating];

const holdsPipe = (activity: Activity) => HOLDING.includes(activity);

const TRIPPING: readonly Activity[] = [ACTIVITY.trippingIn, ACTIVITY.trippingOut, ACTIVITY.trippingInProduction];

export const isTripping = (activity: Activity) => TRIPPING.includes(activity);

/** Motion within a segment: joint by joint while tripping, slowly with the bit while milling, else standing. */
export function motionAt(segment: Segment, timeMs: number): Motion {
  const share = clamp((timeMs - segment.startMs) / (segment.endMs - segment.startMs), 0, 1);
  const travel = segment.toFt - segment.fromFt;
  if (isTripping(segment.activity)) return tripping(segment, share, travel);
  if (segment.activity === ACTIVITY.washdown) return tripping(segment, share, travel);
  const depthFt = segment.fromFt + travel * share;
  const seconds = (segment.endMs - segment.startMs) / 1000;
  const holds = holdsPipe(segment.activity) && depthFt >= 1;
  return {
    depthFt,
    // Milling a plug takes a few feet: the block follows the bit down from where the last joint left it.
    blockFt: holds ? BLOCK_LOW_FT + JOINT_FT - travel * share : PARKED_FT,
    inSlips: !holds,
    pipeFtPerS: travel / seconds,
  };
}

function tripping(segment: Segment, share: number, travel: number): Motion {
  const joints = Math.max(1, Math.round(Math.abs(travel) / JOINT_FT));
  const position = Math.min(share * joints, joints - 1e-9);
  const joint = Math.floor(position);
  const into = position - joint;
  const moving = into < MOVING_SHARE;
  // The driller accelerates and slows: half a cosine over the joint.
  const done = moving ? 0.5 - 0.5 * Math.cos((into / MOVING_SHARE) * Math.PI) : 1;
  const back = moving ? 0 : 0.5 - 0.5 * Math.cos(((into - MOVING_SHARE) / (1 - MOVING_SHARE)) * Math.PI);
  const down = travel > 0;
  const jointFt = Math.abs(travel) / joints;
  const stroke = down ? done - back : back + (1 - done);
  const depthFt = segment.fromFt + Math.sign(travel) * jointFt * (joint + done);
  const seconds = ((segment.endMs - segment.startMs) / 1000 / joints) * MOVING_SHARE;
  const speed = moving ? ((jointFt / seconds) * Math.PI * Math.sin((into / MOVING_SHARE) * Math.PI)) / 2 : 0;
  return {
    depthFt,
    blockFt: BLOCK_LOW_FT + jointFt * (1 - stroke),
    inSlips: !moving,
    pipeFtPerS: down ? speed : -speed,
  };
}
