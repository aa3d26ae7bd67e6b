import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { actionDispatcherTile } from './action-dispatcher/tile.ts';
import { advancedGraphTile } from './advanced-graph/tile.ts';
import { aiSettingsTile } from './ai-settings/tile.ts';
import { alarmExpressionsTile } from './alarm-expressions/tile.ts';
import { alarmTextBoxTile } from './alarm-text-box/tile.ts';
import { barGraphTile } from './bar-graph/tile.ts';
import { commandButtonTile } from './command-button/tile.ts';
import { commandChoiceTile } from './command-choice/tile.ts';
import { commandFormTile } from './command-form/tile.ts';
import { commandSliderTile } from './command-slider/tile.ts';
import { commandSwitchTile } from './command-switch/tile.ts';
import { customHtmlTile } from './custom-html/tile.ts';
import { customTableTile } from './custom-table/tile.ts';
import { cylinderGaugeTile } from './cylinder-gauge/tile.ts';
import { dataItemTableTile } from './data-item-table/tile.ts';
import { downloadButtonTile } from './download-button/tile.ts';
import { dynamicGraphTile } from './dynamic-graph/tile.ts';
import { editorChartTile } from './editor-chart/tile.ts';
import { fastGraphTile } from './fast-graph/tile.ts';
import { gaugeTile } from './gauge/tile.ts';
import { hourlyHeatMapTile } from './hourly-heat-map/tile.ts';
import { iframeTile } from './iframe/tile.ts';
import { indicatorTile } from './indicator/tile.ts';
import { mapTile } from './map/tile.ts';
import { meanBoxChartTile } from './mean-box-chart/tile.ts';
import { messageViewerTile } from './message-viewer/tile.ts';
import { patientChartTile } from './patient-chart/tile.ts';
import { pieChartTile } from './pie-chart/tile.ts';
import { renderingTile } from './rendering/tile.ts';
import { setpointTile } from './setpoint/tile.ts';
import { sqliteQueryTile } from './sqlite-query/tile.ts';
import { stateReportTile } from './state-report/tile.ts';
import { tableTile } from './table/tile.ts';
import { textBoxTile } from './text-box/tile.ts';
import { unknownTile } from './unknown/tile.ts';
import { xyChartTile } from './xy-chart/tile.ts';

const tiles: readonly TileDefinition[] = [
  advancedGraphTile,
  xyChartTile,
  fastGraphTile,
  barGraphTile,
  dynamicGraphTile,
  editorChartTile,
  gaugeTile,
  cylinderGaugeTile,
  indicatorTile,
  commandButtonTile,
  commandSwitchTile,
  commandSliderTile,
  setpointTile,
  commandChoiceTile,
  commandFormTile,
  iframeTile,
  mapTile,
  textBoxTile,
  tableTile,
  customTableTile,
  sqliteQueryTile,
  pieChartTile,
  hourlyHeatMapTile,
  meanBoxChartTile,
  patientChartTile,
  alarmExpressionsTile,
  dataItemTableTile,
  customHtmlTile,
  alarmTextBoxTile,
  downloadButtonTile,
  actionDispatcherTile,
  messageViewerTile,
  aiSettingsTile,
  stateReportTile,
  renderingTile,
];

/** A map and not an object: types are written by users, and `constructor` must find nothing (guarantee E16). */
const byName = new Map<string, TileDefinition>(
  tiles.flatMap((tile) => [tile.type, tile.label, ...tile.aliases].map((name) => [name.toLowerCase(), tile] as const)),
);

/** Every tile type that a dashboard can have, in the order of menus. */
export function listTiles(): readonly TileDefinition[] {
  return tiles;
}

/** The tile of a stored type or any of its other names, without regard to case; the placeholder for all others. */
export function findTile(name: string): TileDefinition {
  return byName.get(name.trim().toLowerCase()) ?? unknownTile;
}

/** Whether a name is that of a tile type, and not only drawn by the placeholder. */
export function isTileName(name: string): boolean {
  return byName.has(name.trim().toLowerCase());
}
