import { create } from 'zustand';
import type { Action } from './action.ts';

interface ActionState {
  /** One list per component that registered some, in order of registration. */
  lists: ReadonlyMap<symbol, readonly Action[]>;
}

const useActionStore = create<ActionState>()(() => ({ lists: new Map() }));

/** Sets what one owner offers; an empty list withdraws it. */
export function registerActions(owner: symbol, actions: readonly Action[]): void {
  useActionStore.setState(({ lists }) => {
    const next = new Map(lists);
    if (actions.length > 0) next.set(owner, actions);
    else next.delete(owner);
    return { lists: next };
  });
}

/** Every action on offer now, disabled ones included; the last registration of an id wins. */
export function listActions(): Action[] {
  return flatten(useActionStore.getState().lists);
}

/** As `listActions`, kept up to date. */
export function useActionList(): Action[] {
  return flatten(useActionStore((store) => store.lists));
}

/** Runs an action by id, as menus and tiles do. Answers whether there was one to run. */
export function runAction(id: string): boolean {
  const action = listActions().find((candidate) => candidate.id === id);
  if (!action || action.enabled === false) return false;
  action.run();
  return true;
}

function flatten(lists: ReadonlyMap<symbol, readonly Action[]>): Action[] {
  const byId = new Map<string, Action>();
  for (const list of lists.values()) for (const action of list) byId.set(action.id, action);
  return [...byId.values()];
}
