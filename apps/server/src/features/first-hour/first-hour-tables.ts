/** What administrators say of the portal itself. */
export interface PortalSettingsTable {
  name: string;
  /** JSON text. */
  value: string;
}

export interface FirstHourTables {
  portal_settings: PortalSettingsTable;
}
