import type { Tile } from '@telltale/contract';
import { type DashboardModel, emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';

export function aTile(id: string, grid: Partial<Tile['dataGrid']> = {}): Tile {
  return {
    id,
    properties: { type: { name: 'Dial Gauge', value: 'Gauge' }, min: 0 },
    dataGrid: { x: 0, y: 0, w: 20, h: 20, ...grid },
  };
}

export function aModel(...tabs: { id: string; tiles?: Tile[] }[]): DashboardModel {
  return {
    tabs: tabs.map(({ id, tiles = [] }, order) => ({ ...emptyTab(id, `tab ${order + 1}`, order), tiles })),
    kept: NOTHING_KEPT,
  };
}

export const names = (model: DashboardModel) => model.tabs.map(({ tab }) => `${tab.order}:${tab.id}`);
export const tileIds = (model: DashboardModel) => model.tabs.map(({ tiles }) => tiles.map(({ id }) => id));
export const two = aModel({ id: 'a', tiles: [aTile('t1'), aTile('t2', { y: 20 })] }, { id: 'b' });
