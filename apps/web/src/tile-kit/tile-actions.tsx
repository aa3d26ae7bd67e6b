import { createContext, type ReactNode, useContext } from 'react';

/** What a tile may ask of the dashboard around it. */
export interface TileActions {
  /** Chart controls (refresh, export, pause) show only in view-only mode (spec 1 §6). */
  readonly isViewOnly: boolean;
  /** Charts with the same key share one crosshair: all those of a tab. */
  readonly crosshairKey: string;
  /** Whether `run` would do something for this name. */
  can(action: string): boolean;
  /** Runs a named action of the dashboard (`SET_VIEWONLY`, `SHOW_NAV`, …); other names do nothing and answer false. */
  run(action: string): boolean;
}

const idle: TileActions = { isViewOnly: true, crosshairKey: 'none', can: () => false, run: () => false };

const ActionsContext = createContext<TileActions>(idle);

export function TileActionsProvider({ actions, children }: { actions: TileActions; children: ReactNode }) {
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

export function useTileActions(): TileActions {
  return useContext(ActionsContext);
}

/**
 * Actions by name, from a list. A map and not an object: the names are written by users, and `constructor` or
 * `__proto__` must find nothing (guarantee E16).
 */
export function namedActions(actions: ReadonlyMap<string, () => void>): Pick<TileActions, 'can' | 'run'> {
  return {
    can: (name) => actions.has(name),
    run: (name) => {
      const action = actions.get(name);
      action?.();
      return action !== undefined;
    },
  };
}
