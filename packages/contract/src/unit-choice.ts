/** In whose units a user reads data items: as they are sent, or in those of a system. */
export const UNIT_SYSTEMS = ['sent', 'metric', 'us'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** The attribute of a user that names the system. */
export const UNIT_SYSTEM_ATTRIBUTE = 'units';

/** Before the name of a dimension: the attribute that names the unit which the user wants for it, `units.pressure`. */
export const UNIT_ATTRIBUTE_PREFIX = 'units.';

/** Stored for a dimension that stays as it is sent, whatever the system. */
export const UNIT_AS_SENT = 'sent';

/** Whether an attribute of a user says something of units. */
export function isUnitAttribute(attributeName: string): boolean {
  const key = attributeName.toLowerCase();
  return key === UNIT_SYSTEM_ATTRIBUTE || key.startsWith(UNIT_ATTRIBUTE_PREFIX);
}
