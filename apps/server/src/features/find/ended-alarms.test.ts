import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import type { Caller, Visibility } from '#http/caller.ts';
import { TestClock } from '#testing/test-clock.ts';
import { EndedAlarms, type PastAlarm } from './ended-alarms.ts';
import { Words } from './words.ts';

const callerOf = (visibility: Partial<Visibility>) => ({ visibility }) as Caller;
const ADMIN = callerOf({ everything: true });
/** As a visibility is made anew, by change of anybody's rights or at each call of a view. */
const whoSees = (...ids: number[]) => {
  const assetIds: ReadonlySet<number> = new Set(ids);
  return callerOf({ everything: false, canSee: (assetId) => assetIds.has(assetId), assetIds } as Partial<Visibility>);
};

function pastAlarm(name: string, assetId: number, raisedMs = 0): PastAlarm {
  const ids = { assetId: assetId as AssetId, alarmDefinitionId: 1 as AlarmDefinitionId };
  return { alarm: { ...ids, name, reason: 'above 4', raisedMs }, assetName: `Pump ${assetId}` };
}

function aWorld() {
  const clock = new TestClock();
  clock.stop();
  const state = { reads: 0, fails: false, portions: [[pastAlarm('High pressure', 1)], [pastAlarm('Low level', 2)]] };
  const ended = new EndedAlarms({
    clock,
    async *pastAlarms({ visibility }) {
      state.reads++;
      if (state.fails) throw new Error('The database does not answer.');
      for (const portion of state.portions) {
        yield portion.filter(({ alarm }) => visibility.everything || visibility.canSee(alarm.assetId));
      }
    },
  });
  const find = async (text: string, caller = ADMIN) => {
    const names: string[] = [];
    for await (const { alarm } of ended.find(caller, new Words(text))) names.push(`${alarm.name} ${alarm.assetId}`);
    return names;
  };
  return { clock, state, ended, find };
}

describe('the alarms that ended last', () => {
  it('are read once for all the keys of a word, and again when others have ended', async () => {
    const { state, ended, find } = aWorld();
    expect(await find('p')).toEqual(['High pressure 1', 'Low level 2']);
    expect(await find('pump LEVEL')).toEqual(['Low level 2']);
    expect(await find('pump zzz')).toEqual([]);
    expect(state.reads).toBe(1);
    state.portions = [[pastAlarm('High pressure', 3)], ...state.portions];
    ended.forget();
    expect(await find('pressure')).toEqual(['High pressure 3', 'High pressure 1']);
    expect(state.reads).toBe(2);
  });

  it('are read again after a minute, whatever has told of it', async () => {
    const { state, clock, find } = aWorld();
    await find('p');
    clock.advance(60_000);
    await find('p');
    expect(state.reads).toBe(2);
  });

  it('are those of each sight, of a few that ask', async () => {
    const { state, find } = aWorld();
    expect(await find('p')).toHaveLength(2);
    expect(await find('p', whoSees(2))).toEqual(['Low level 2']);
    expect(state.reads).toBe(2);
    for (const other of [3, 4, 5, 6]) expect(await find('p', whoSees(other))).toEqual([]);
    expect(await find('p', whoSees(2))).toEqual(['Low level 2']);
    expect(state.reads).toBe(7);
  });

  it('are read once for all who see the very same assets, also where what they see was worked out anew', async () => {
    const { state, find } = aWorld();
    expect(await find('p', whoSees(2, 7))).toEqual(['Low level 2']);
    expect(await find('p', whoSees(7, 2))).toEqual(['Low level 2']);
    expect(state.reads).toBe(1);
  });

  it.each([
    ['one more', [1, 2]],
    ['one less', []],
    ['another', [1]],
  ])('are never those of who sees %s', async (_what, ids) => {
    const { state, find } = aWorld();
    expect(await find('p', whoSees(2))).toEqual(['Low level 2']);
    const names = ['High pressure 1', 'Low level 2'].filter((_name, at) => ids.includes(at + 1));
    expect(await find('p', whoSees(...ids))).toEqual(names);
    expect(await find('p')).toHaveLength(2);
    expect(state.reads).toBe(3);
  });

  it('are asked for anew after they could not be read', async () => {
    const { state, find } = aWorld();
    state.fails = true;
    await expect(find('p')).rejects.toThrow('does not answer');
    state.fails = false;
    expect(await find('p')).toHaveLength(2);
  });

  it('are ten thousand at most', async () => {
    const { state, find } = aWorld();
    state.portions = Array.from({ length: 12 }, (_, n) => Array.from({ length: 1_000 }, () => pastAlarm('High', n)));
    expect(await find('high')).toHaveLength(10_000);
  });
});
