import { z } from 'zod';

/** `host` of /config/mqtt.json when the file is missing or says nothing (spec 3 §3). */
const DEFAULT_TOPIC_ROOT = 'telltale';

const mqttConfigSchema = z.object({ host: z.string().min(1).default(DEFAULT_TOPIC_ROOT) });

/** The root of all live topics, from /config/mqtt.json. */
export async function readTopicRoot(): Promise<string> {
  try {
    const response = await fetch('/config/mqtt.json');
    return response.ok ? mqttConfigSchema.parse(await response.json()).host : DEFAULT_TOPIC_ROOT;
  } catch {
    return DEFAULT_TOPIC_ROOT;
  }
}
