import { z } from 'zod';
import { ConfigError } from '#config/config.ts';

/** Reads one file of the configuration. */
export interface ConfigReader {
  read(file: string, hasSession: boolean): Promise<string>;
}

/** One topic level or more; wildcards and `$` have a meaning of their own in MQTT. */
const mqttConfigSchema = z.object({
  host: z
    .string()
    .regex(/^[^+#$\0/][^+#\0]{0,100}$/, 'must be a topic without wildcards')
    .default('telltale'),
});

/**
 * The root of all live topics, from mqtt.json.
 * @throws ConfigError when the file says something else
 */
export async function readTopicRoot(files: ConfigReader): Promise<string> {
  const parsed = mqttConfigSchema.safeParse(JSON.parse(await files.read('mqtt.json', true)));
  if (!parsed.success)
    throw new ConfigError(`The configuration file mqtt.json is wrong: ${parsed.error.issues[0]?.message}`);
  return parsed.data.host.replace(/\/+$/, '');
}
