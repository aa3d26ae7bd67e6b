import { z } from 'zod';
import { FeedProblem } from './feed-problem.ts';
import { depthOf, linkOf, magnitudeOf, plainText, type SaidEvent } from './read-event.ts';

/** As the GeoJSON summary feeds of the US Geological Survey are written. */
const feedSchema = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) });
const featureSchema = z.object({
  id: z.string().min(1),
  properties: z.object({
    time: z.number().int(),
    mag: z.unknown().optional(),
    place: z.string().nullish(),
    url: z.unknown().optional(),
  }),
  geometry: z.object({
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.unknown()),
  }),
});

/**
 * The events of a GeoJSON summary feed.
 * @throws FeedProblem when it is none
 */
export function readGeojson(text: string): (SaidEvent | undefined)[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new FeedProblem('The feed answered something that is no GeoJSON.');
  }
  const feed = feedSchema.safeParse(content);
  if (!feed.success) throw new FeedProblem('The feed answered JSON that is no collection of events.');
  return feed.data.features.map((feature) => {
    const read = featureSchema.safeParse(feature);
    if (!read.success) return undefined;
    const { id, properties, geometry } = read.data;
    const [longitude, latitude, depth] = geometry.coordinates;
    return {
      id: plainText(id),
      timeMs: properties.time,
      latitude,
      longitude,
      magnitude: magnitudeOf(properties.mag),
      depth: depthOf(depth),
      region: properties.place ?? '',
      url: linkOf(properties.url),
    };
  });
}
