import { z } from 'zod';

/** A site that tiles may show, in `/config/frames.json`. What is not listed there is shown nowhere. */
export const frameSiteSchema = z.object({
  /** e.g. `https://cameras.example`, as browsers write it. */
  origin: z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  }, 'must be an origin like https://cameras.example, without a path'),
  /** The site may use its own cookies and storage; without, it is nobody. A camera or microphone needs it. */
  keepsOrigin: z.boolean().default(false),
  camera: z.boolean().default(false),
  microphone: z.boolean().default(false),
});
export type FrameSite = z.infer<typeof frameSiteSchema>;

export const frameSitesSchema = z.object({ sites: z.array(frameSiteSchema).max(1_000) });
export type FrameSites = z.infer<typeof frameSitesSchema>;
