import { z } from 'zod';

/** Names of the style selector, in its order (spec 1 §2); `Offline` needs no other origin and is there always. */
export const OFFLINE_STYLE = 'Offline';
export const STYLE_NAMES = ['Street', 'Outdoors', 'Light', 'Dark', 'Sat/Street', 'Custom'] as const;

const tileAddress = z.string().regex(/^(https?:\/\/|\/)/, 'must be an address that begins with https:// or /');

/** One background of `/config/map.json`: picture tiles from an address with {z}, {x} and {y}. */
const mapStyleSchema = z.object({
  tiles: z.array(tileAddress).min(1),
  /** Replaces {token} in the addresses: a key restricted to this portal's address, as every user can read it. */
  token: z.string().default(''),
  tileSize: z.number().int().positive().default(256),
  maxZoom: z.number().min(0).max(24).default(19),
  attribution: z.string().default(''),
});
export type MapStyle = z.infer<typeof mapStyleSchema>;

/** `/config/map.json` (spec 3 §9). */
export const mapConfigSchema = z
  .object({
    styles: z.partialRecord(z.enum(STYLE_NAMES), mapStyleSchema).default({}),
    /** What maps open with until somebody chooses another (spec 1 §2: satellite view). */
    start: z.enum([OFFLINE_STYLE, ...STYLE_NAMES]).default(OFFLINE_STYLE),
    /** Whether the portal has feeds of earthquakes; it says so itself. */
    earthquakes: z.boolean().default(false),
  })
  .refine(({ start, styles }) => start === OFFLINE_STYLE || styles[start] !== undefined, {
    path: ['start'],
    message: 'must be Offline or a style that styles has',
  });
export type MapConfig = z.infer<typeof mapConfigSchema>;

/** A layer of `/config/geosources.json`: shapes to lay over the map. */
const overlaySchema = z.object({
  name: z.string().min(1),
  /** GeoJSON, by address or in place. */
  data: z.union([tileAddress, z.looseObject({ type: z.string() })]),
  color: z.string().optional(),
  /** Line width and point radius, pixels. */
  width: z.number().positive().max(40).default(1.5),
  /** 0-1, of areas. */
  fillOpacity: z.number().min(0).max(1).default(0.15),
});
export type MapOverlay = z.infer<typeof overlaySchema>;

/** A layer is switched on and remembered by its name. */
export const overlayListSchema = z
  .array(overlaySchema)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'has two layers of one name');

/** The addresses of a style with its token in place. */
export function tileAddresses({ tiles, token }: MapStyle): string[] {
  return tiles.map((address) => address.replaceAll('{token}', encodeURIComponent(token)));
}
