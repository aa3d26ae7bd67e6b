import type { assets, definitions, systems } from '@telltale/contract';

/** How much of one kind hangs on what is to be deleted. */
export interface UseLine {
  /** Undefined: there are some that one does not see; how many is not told. */
  readonly count: number | undefined;
  readonly one: string;
  readonly many: string;
}

/** What keeps a record from being deleted, and what goes with it. Kinds of which there are none are left out. */
export interface UseLines {
  readonly keeping: readonly UseLine[];
  readonly going: readonly UseLine[];
}

const line = (count: number, one: string, many = `${one}s`): UseLine[] => (count > 0 ? [{ count, one, many }] : []);

const unseenLine = (isThere: boolean, many: string): UseLine[] => {
  const text = `${many} that you do not see`;
  return isThere ? [{ count: undefined, one: text, many: text }] : [];
};

export function linesOfDefinition(uses: definitions.AssetDefinitionUses): UseLines {
  return {
    keeping: [
      ...line(uses.assets, 'asset'),
      ...unseenLine(uses.unseen.includes('assets'), 'assets'),
      ...line(uses.slots, 'slot of systems', 'slots of systems'),
    ],
    going: [
      ...line(uses.dataItems, 'data item in its list', 'data items in its list'),
      ...line(uses.alarms, 'alarm'),
      ...line(uses.events, 'event definition'),
      ...line(uses.commands, 'command template'),
      ...line(uses.dashboards, 'dashboard'),
      ...unseenLine(uses.unseen.includes('dataItems'), 'data items in its list'),
      ...unseenLine(uses.unseen.includes('alarms'), 'alarms'),
      ...unseenLine(uses.unseen.includes('events'), 'event definitions'),
      ...unseenLine(uses.unseen.includes('commands'), 'command templates'),
      ...unseenLine(uses.unseen.includes('dashboards'), 'dashboards'),
    ],
  };
}

export function linesOfSystemDefinition(uses: systems.SystemDefinitionUses): UseLines {
  return {
    keeping: [
      ...line(uses.systems, 'system'),
      ...unseenLine(uses.unseen.includes('systems'), 'systems'),
      ...line(uses.slots, 'slot of another definition', 'slots of other definitions'),
    ],
    going: [
      ...line(uses.ownSlots, 'slot'),
      ...line(uses.dashboards, 'dashboard'),
      ...unseenLine(uses.unseen.includes('dashboards'), 'dashboards'),
    ],
  };
}

export function linesOfAsset(uses: assets.AssetUses): UseLines {
  return {
    keeping: [],
    going: [
      ...line(uses.dataItems, 'data item with its whole history', 'data items with their whole history'),
      ...line(uses.alarms, 'open alarm'),
      ...line(uses.events, 'event'),
      ...line(uses.files, 'file'),
      ...line(uses.slots, 'place in a system', 'places in systems'),
    ],
  };
}

/** What a system has, as far as the list of systems shows it: parents in whose slots it stands keep it. */
export function linesOfSystem(systemId: number, all: readonly systems.System[]): UseLines {
  const parents = all.filter((other) => other.currentSlotAssignments.some((slot) => slot.systemId === systemId));
  const own = all.find((other) => other.systemId === systemId);
  return {
    keeping: line(parents.length, 'slot of another system', 'slots of other systems'),
    going: [
      ...line(own?.currentSlotAssignments.length ?? 0, 'slot assignment'),
      ...line(own?.attributes.length ?? 0, 'attribute'),
    ],
  };
}

export const lineText = ({ count, one, many }: UseLine): string =>
  count === undefined ? many : `${count} ${count === 1 ? one : many}`;
