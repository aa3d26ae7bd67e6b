import { z } from 'zod';
import { choiceField, textField } from '#tiles/shared/settings/fields.ts';

/** What a button may ask of its dashboard (spec 1 §2), in the specification's order. */
export const DASHBOARD_ACTIONS = [
  'NONE',
  'TOGGLE_EXPORT',
  'SET_VIEWONLY',
  'UNSET_VIEWONLY',
  'SHOW_ASSET_PANEL',
  'TOGGLE_PLAYBACK_BAR',
  'SHOW_NAV',
  'HIDE_NAV',
  'SHOW_FILE_PANEL',
  'HIDE_FILE_PANEL',
] as const;
export type DashboardAction = (typeof DASHBOARD_ACTIONS)[number];

export const ACTION_LABELS: Readonly<Record<DashboardAction, string>> = {
  NONE: 'None',
  TOGGLE_EXPORT: 'Open or close the export dialog',
  SET_VIEWONLY: 'View only mode',
  UNSET_VIEWONLY: 'Edit mode',
  SHOW_ASSET_PANEL: 'Show the asset panel',
  TOGGLE_PLAYBACK_BAR: 'Show or hide the playback bar',
  SHOW_NAV: 'Show the navigation bar',
  HIDE_NAV: 'Hide the navigation bar',
  SHOW_FILE_PANEL: 'Show the file panel',
  HIDE_FILE_PANEL: 'Hide the file panel',
};

export const actionDispatcherSettingsSchema = z.object({
  action: choiceField(DASHBOARD_ACTIONS, 'NONE'),
  /** On the second press; NONE without a reverse text makes a plain button. */
  reverseAction: choiceField(DASHBOARD_ACTIONS, 'NONE'),
  /** '' is the action's own name. */
  actionText: textField(),
  reverseText: textField(),
});

export type ActionDispatcherSettings = z.infer<typeof actionDispatcherSettingsSchema>;
